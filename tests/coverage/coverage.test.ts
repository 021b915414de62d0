import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { gapsIn, pageOf } from './page.ts';
import { type Platform, type Requirement, readRequirements, tagsOf, withoutTags } from './requirements.ts';
import type { TestRun } from './test-runs.ts';
import { verdictOn } from './verdict.ts';

const run = (platform: Platform, database: string, passed = true): TestRun => ({
  name: 'carts › adds up',
  tags: ['SUM-1'],
  platform,
  database,
  passed,
});

const everywhere = [
  run('shopify', 'SQLite'),
  run('shopify', 'PostgreSQL'),
  run('woocommerce', 'SQLite'),
  run('woocommerce', 'PostgreSQL'),
];

const sums: Requirement = { id: 'SUM-1', says: 'sums | totals', where: ['shopify', 'woocommerce'] };

describe('a requirement', () => {
  it('counts a requirement as proven when its tests passed on both databases', () => {
    assert.equal(verdictOn('shopify', sums, everywhere), 'proven');
    assert.equal(verdictOn('woocommerce', sums, everywhere), 'proven');
  });

  it('counts a requirement as not proven when one of its tests failed or ran on one database only', () => {
    const failed = [...everywhere.slice(0, 3), run('woocommerce', 'PostgreSQL', false)];
    assert.equal(verdictOn('shopify', sums, failed), 'proven');
    assert.equal(verdictOn('woocommerce', sums, failed), 'not proven');
    assert.equal(verdictOn('woocommerce', sums, everywhere.slice(0, 3)), 'not proven');
    const other = { ...run('shopify', 'SQLite'), name: 'carts › subtracts' };
    assert.equal(verdictOn('shopify', sums, [...everywhere, other]), 'not proven');
  });

  it('counts a requirement as not run when none of its tests ran with the store platform', () => {
    assert.equal(verdictOn('woocommerce', sums, everywhere.slice(0, 2)), 'not run');
    assert.equal(verdictOn('shopify', { ...sums, id: 'SUM-2' }, everywhere), 'not run');
  });

  it('may concern one store platform, or be independent of it', () => {
    const shopify = everywhere.slice(0, 2);
    assert.equal(verdictOn('woocommerce', { ...sums, where: ['shopify'] }, shopify), 'does not apply');
    assert.equal(verdictOn('woocommerce', { ...sums, where: 'any' }, shopify), 'proven');
  });
});

describe('tags of test titles', () => {
  const sections = readRequirements();
  const ids = sections.flatMap(({ requirements }) => requirements.map(({ id }) => id));
  const titles = globSync('tests/**/*.ts', { exclude: ['tests/coverage/**'] }).flatMap((file) => {
    const source = readFileSync(file, 'utf8');
    return [...source.matchAll(/(?: \[[A-Z]{3}-\d+\])+(?=['"`])/g)].map(([tags]) => ({ file, tags }));
  });
  const tagged = new Set(titles.flatMap(({ tags }) => tagsOf(tags)));

  it('separates the requirement tags from the title of a test', () => {
    assert.deepEqual(tagsOf('answers 404 [ERR-1] [CHK-3]'), ['ERR-1', 'CHK-3']);
    assert.equal(withoutTags('answers 404 [ERR-1] [CHK-3]'), 'answers 404');
  });

  it('name requirements that exist', () => {
    const unknown = titles.filter(({ tags }) => tagsOf(tags).some((id) => !ids.includes(id)));
    assert.deepEqual(unknown, []);
  });

  it('cover every requirement', () => {
    assert.ok(ids.length > 250, `${ids.length} requirements`);
    const unexpected = ids.filter((id) => !tagged.has(id));
    assert.deepEqual(unexpected, []);
  });

  it('belong to requirements with unique ids', () => assert.equal(new Set(ids).size, ids.length));

  it('belong to requirements below headings of their document', () => {
    for (const { document, heading } of sections) {
      const [, file] = /\((docs\/[\w-]+\.md)\)$/.exec(document) ?? [];
      if (file) assert.ok(readFileSync(file, 'utf8').includes(`\n## ${heading}\n`), `${file}: ${heading}`);
    }
  });
});

describe('the page of coverage', () => {
  const section = { document: 'The wire contract', heading: 'Carts', requirements: [sums] };

  it('writes the same page of coverage in whatever order tests ended', () =>
    assert.equal(pageOf([section], everywhere), pageOf([section], everywhere.toReversed())));

  it('shows each requirement with its tests and both store platforms', () => {
    const page = pageOf([section], everywhere);
    assert.ok(page.includes('| SUM-1 | sums \\| totals | carts › adds up | ✓ | ✓ |'), page);
    assert.ok(page.includes('Shopify: 1 of 1 requirements proven.'), page);
  });

  it('lists a gap in coverage for each requirement that is not proven', () => {
    assert.deepEqual(gapsIn([section], everywhere), []);
    assert.deepEqual(gapsIn([section], everywhere.slice(0, 2)), [
      'SUM-1 sums | totals (woocommerce: not run)',
    ]);
  });
});
