import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Marked, type Tokens } from 'marked';
import { escapeHtml } from '../src/commerce/text/escaped-html.ts';

const DOCS = join(import.meta.dirname, '..', 'docs');

/** Sections of the documentation's index that are served, in their sequence here. */
const GROUPS = ['For merchants', "For agents' developers", 'For operators'];

/** Address of a running service in the documentation. */
const EXAMPLE_SERVICE = 'http://127.0.0.1:8787/';

interface Guide {
  /** Name in the address: `merchants-shopify`. */
  name: string;
  group: string;
  summary: string;
  title: string;
  markdown: string;
}

interface Heading {
  level: number;
  id: string;
  text: string;
}

/** Part of a guide under one heading, as the search reads it. */
export interface SearchedSection {
  guide: string;
  page: string;
  id: string;
  heading: string;
  text: string;
}

interface RenderedGuides {
  /** HTML documents by name; `index` leads to all others. */
  pages: Map<string, string>;
  searched: SearchedSection[];
}

/** Reads the guides that the index of the documentation names, and renders each into the template. `addPicture` returns its address. */
export async function renderGuides(
  template: string,
  addPicture: (path: string, bytes: Buffer) => string,
): Promise<RenderedGuides> {
  const index = await readFile(join(DOCS, 'README.md'), 'utf8');
  const guides = await Promise.all(GROUPS.flatMap((group) => readGroup(index, group)));
  const pictures = new Map<string, Picture>();
  for (const path of new Set(
    guides.flatMap(({ markdown }) => [...markdown.matchAll(PICTURE)].map(([, p = '']) => p)),
  )) {
    const file = await readFile(join(DOCS, path));
    pictures.set(path, { address: addPicture(path, file), ...readSize(file) });
  }
  const pages = new Map([['index', fill(template, renderIndex(guides))]]);
  const searched: SearchedSection[] = [];
  for (const [place, guide] of guides.entries()) {
    const { html, headings, sections } = renderGuide(guide, { guides, pictures });
    const content = {
      title: guide.title,
      pages: renderPages(guides, guide),
      content: html,
      headings: renderHeadings(headings),
      neighbors: renderNeighbors(guides[place - 1], guides[place + 1]),
    };
    pages.set(guide.name, fill(template, content));
    searched.push(...sections);
  }
  return { pages, searched };
}

const PICTURE = /\]\((pictures\/[\w/.-]+)\)/g;
const ROW = /^\| \[[\w-]+\.md\]\(([\w-]+)\.md\) \| (.+) \|$/gm;

/** Reads the guides of a table of the index; pages outside its folder are not served. */
function readGroup(index: string, group: string): Promise<Guide>[] {
  const [, table = ''] = index.split(`## ${group}\n`);
  const rows = [...(table.split('\n## ')[0] ?? '').matchAll(ROW)];
  if (rows.length === 0) throw new Error(`docs/README.md has no guides under "${group}".`);
  return rows.map(async ([, name = '', summary = '']) => {
    const markdown = await readFile(join(DOCS, `${name}.md`), 'utf8');
    const [, title = name] = /^# (.+)$/m.exec(markdown) ?? [];
    const sentence = summary.charAt(0).toUpperCase() + summary.slice(1);
    return { name, group, summary: sentence, title: title.replaceAll('`', ''), markdown };
  });
}

interface Parts {
  title: string;
  pages: string;
  content: string;
  headings: string;
  neighbors: string;
}

function fill(template: string, parts: Parts): string {
  return template.replaceAll(/<!--(title|pages|content|headings|neighbors)-->/g, (_, name: keyof Parts) =>
    name === 'title' ? escapeHtml(parts.title) : parts[name],
  );
}

interface Served {
  guides: readonly Guide[];
  /** By their paths. */
  pictures: ReadonlyMap<string, Picture>;
}

interface Picture {
  address: string;
  width: number;
  height: number;
}

/** Reads the size in the header of a PNG, for which the page keeps room. */
function readSize(png: Buffer): Pick<Picture, 'width' | 'height'> {
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20) };
}

function renderGuide({ name, title, markdown }: Guide, { guides, pictures }: Served) {
  const headings: Heading[] = [];
  const sections: SearchedSection[] = [];
  const ids = new Map<string, number>();
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }: Tokens.Heading) {
        const text = toText(tokens);
        const id = toAnchor(text, ids);
        if (depth === 2 || depth === 3) headings.push({ level: depth, id, text });
        const html = this.parser.parseInline(tokens);
        const link =
          depth > 1 ? ` <a class="anchor" href="#${id}" aria-label="Link to ${escapeHtml(text)}">#</a>` : '';
        return `<h${depth} id="${id}">${html}${link}</h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link) {
        const address = toServedAddress(href, guides);
        const guide = guides.find((each) => toText(tokens) === `${each.name}.md`);
        const html = guide ? escapeHtml(guide.title) : this.parser.parseInline(tokens);
        if (address === undefined) return html;
        const isForeign = /^https?:/.test(address);
        return `<a href="${escapeHtml(address)}"${isForeign ? ' target="_blank" rel="noreferrer"' : ''}>${html}</a>`;
      },
      image({ href, text }: Tokens.Image) {
        const picture = pictures.get(href);
        if (!picture) return '';
        const { address, width, height } = picture;
        return `<a class="picture" href="${address}"><img src="${address}" width="${width}" height="${height}" alt="${escapeHtml(text)}" loading="lazy" /></a>`;
      },
      code({ text, lang }: Tokens.Code) {
        return `<pre tabindex="0"><code data-language="${escapeHtml(lang ?? '')}">${escapeHtml(text)}</code></pre>\n`;
      },
    },
  });
  const tokens = marked.lexer(markdown);
  for (const token of tokens) {
    if (token.type === 'heading') {
      const heading = toText((token as Tokens.Heading).tokens);
      sections.push({ guide: title, page: name, id: '', heading, text: '' });
    } else {
      const section = sections.at(-1);
      if (section) section.text = `${section.text} ${toText([token])}`.trim();
    }
  }
  const html = marked
    .parser(tokens)
    .replaceAll('<table>', '<div class="scroll" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
    // A header without words names no column.
    .replaceAll('<th></th>', '<td></td>');
  const anchors = new Map<string, number>();
  for (const section of sections) section.id = toAnchor(section.heading, anchors);
  return { html, headings, sections: sections.map(shorten) };
}

/** Whitespace of a table or a wrapped line says nothing. */
function shorten(section: SearchedSection): SearchedSection {
  return { ...section, text: section.text.replaceAll(/\s+/g, ' ').trim() };
}

/** Returns the address of a link on this service, or of another site; undefined for a page that is not served. */
function toServedAddress(href: string, guides: readonly Guide[]): string | undefined {
  if (href.startsWith('#')) return href;
  if (href.startsWith(EXAMPLE_SERVICE)) return href.slice(EXAMPLE_SERVICE.length - 1);
  if (/^https?:/.test(href)) return href;
  const [, name, anchor = ''] = /^([\w-]+)\.md(#.*)?$/.exec(href) ?? [];
  return guides.some((guide) => guide.name === name) ? `/guides/${name}${anchor}` : undefined;
}

type AnyToken = Tokens.Generic;

/** Returns the words of tokens, without their marks. */
function toText(tokens: readonly AnyToken[]): string {
  return tokens
    .map((token) => {
      const parts = [
        ...(token.tokens ?? []),
        ...(token.items ?? []),
        ...[token.header ?? []].flat(),
        ...(token.rows ?? []).flat(),
      ];
      return parts.length > 0 ? toText(parts).concat(' ') : readToken(token);
    })
    .join('')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function readToken({ type, text = '', raw }: AnyToken): string {
  return type === 'space' || type === 'hr' || type === 'html' ? ' ' : String(text === '' ? raw : text);
}

/** Returns GitHub's anchor of a heading, by which the documentation links to it. */
function toAnchor(heading: string, used: Map<string, number>): string {
  const slug = heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');
  const count = used.get(slug) ?? 0;
  used.set(slug, count + 1);
  return count === 0 ? slug : `${slug}-${count}`;
}

function renderIndex(guides: readonly Guide[]): Parts {
  const groups = GROUPS.map((group) => {
    const cards = guides
      .filter((guide) => guide.group === group)
      .map(
        ({ name, title, summary }) =>
          `<li><a class="card" href="/guides/${name}"><b>${escapeHtml(title)}</b><span>${escapeHtml(summary)}</span></a></li>`,
      );
    return `<h2>${escapeHtml(group)}</h2><ul class="cards">${cards.join('')}</ul>`;
  });
  const lead =
    '<p class="lead">How to connect a store, sell through agents and run the service: the guides of the version that is running here.</p>';
  return {
    title: 'Guides',
    pages: renderPages(guides, undefined),
    content: `<h1>Guides</h1>${lead}${groups.join('')}`,
    headings: '',
    neighbors: '',
  };
}

function renderPages(guides: readonly Guide[], current: Guide | undefined): string {
  return GROUPS.map((group) => {
    const links = guides
      .filter((guide) => guide.group === group)
      .map(
        ({ name, title }) =>
          `<li><a href="/guides/${name}"${name === current?.name ? ' aria-current="page"' : ''}>${escapeHtml(title)}</a></li>`,
      );
    return `<h2>${escapeHtml(group)}</h2><ul>${links.join('')}</ul>`;
  }).join('');
}

function renderHeadings(headings: readonly Heading[]): string {
  if (headings.length < 2) return '';
  const links = headings.map(
    ({ level, id, text }) => `<li class="level-${level}"><a href="#${id}">${escapeHtml(text)}</a></li>`,
  );
  return `<nav class="headings" aria-labelledby="on-this-page"><h2 id="on-this-page">On this page</h2><ul>${links.join('')}</ul></nav>`;
}

function renderNeighbors(before: Guide | undefined, after: Guide | undefined): string {
  const link = (guide: Guide | undefined, way: string) =>
    guide
      ? `<a class="card" href="/guides/${guide.name}"><span>${way}</span><b>${escapeHtml(guide.title)}</b></a>`
      : '<i></i>';
  return `<nav class="neighbors" aria-label="Previous and next guide">${link(before, 'Previous')}${link(after, 'Next')}</nav>`;
}
