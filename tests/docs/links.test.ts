import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { ADMIN_SCOPES, STOREFRONT_SCOPES } from '../../src/store-platforms/shopify/access/scopes.ts';

const PAGES = ['*.md', '{docs,bench,deploy,connectors}/**/*.md'];
const CODE =
  '{src,search,tests,simulated-shops,console,connectors,bench,rehearsal,conformance}/**/*.{ts,tsx,php}';

/** Link of a page into the repository, with its heading. */
const LINK = /\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g;
/** Citation of a page of docs/ in code, with an optional heading after a comma. */
const CITATION = /\bdocs\/[\w/-]+\.md(?:, ([A-Z][A-Za-z -]*))?/g;

async function filesOf(patterns: string | string[]): Promise<string[]> {
  const files: string[] = [];
  for await (const file of glob(patterns, { exclude: (name) => name.includes('node_modules') }))
    files.push(file);
  return files.toSorted();
}

async function headingsOf(page: string): Promise<string[]> {
  const text = (await readFile(page, 'utf8')).replaceAll(/^```[\s\S]*?^```/gm, '');
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);
}

/** Returns GitHub's anchor of a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

it('the guide for Shopify lists the scopes that the check wants, with the same reasons', async () => {
  const guide = await readFile('docs/merchants-shopify.md', 'utf8');
  const rows = [...guide.matchAll(/^ *\| `(\w+)` \| (yes)? *\| (.+) \|$/gm)];
  assert.deepEqual(
    rows.map(([, scope, needed, why]) => ({ scope, required: needed === 'yes', why })),
    [...ADMIN_SCOPES, ...STOREFRONT_SCOPES].map(({ scope, required, why }) => ({ scope, required, why })),
  );
});

it('the console links to pages and headings of docs/ that exist', async () => {
  const linked = new Set<string>();
  for (const file of await filesOf('{console,src/store-platforms}/**/{presentation.ts,*.tsx}'))
    for (const [, page = ''] of (await readFile(file, 'utf8')).matchAll(/['"]([a-z-]+\.md(?:#[\w-]+)?)['"]/g))
      linked.add(page);
  assert.ok(linked.size > 5, [...linked].join());
  for (const link of linked) {
    const [page = '', anchor] = link.split('#');
    const headings = (await headingsOf(join('docs', page))).map(anchorOf);
    assert.ok(anchor === undefined || headings.includes(anchor), link);
  }
});

it('every picture is shown on a page', async () => {
  const pages = await Promise.all((await filesOf(PAGES)).map((page) => readFile(page, 'utf8')));
  const pictures = await filesOf('docs/pictures/**/*.png');
  assert.deepEqual(
    pictures.filter((picture) => !pages.some((page) => page.includes(picture.replace('docs/', '')))),
    [],
  );
});

const linkingPages = await filesOf(PAGES);

describe('the pages of the repository', () => {
  for (const page of linkingPages)
    it(`link to files and headings that exist: ${page}`, async () => {
      const text = await readFile(page, 'utf8');
      for (const [link, path = '', anchor] of text.matchAll(LINK)) {
        const target = path === '' ? page : join(dirname(page), decodeURIComponent(path));
        assert.ok(existsSync(target), `${page} links to ${link}`);
        if (anchor === undefined || !target.endsWith('.md')) continue;
        const anchors = (await headingsOf(target)).map(anchorOf);
        assert.ok(anchors.includes(anchor), `${target} has no heading for ${link}`);
      }
    });
});

it('code cites pages that exist, and headings that they have', async () => {
  const wrong: string[] = [];
  for (const file of await filesOf(CODE))
    for (const [citation, heading] of (await readFile(file, 'utf8')).matchAll(CITATION)) {
      const page = citation.replace(/,.*/, '');
      const isThere = existsSync(page) && (heading === undefined || (await startsOne(page, heading)));
      if (!isThere) wrong.push(`${file}: ${citation}`);
    }
  assert.deepEqual(wrong, []);
});

/** Prose may follow a cited heading without punctuation. */
async function startsOne(page: string, cited: string): Promise<boolean> {
  const headings = await headingsOf(page);
  return headings.some((heading) => cited === heading || cited.startsWith(`${heading} `));
}
