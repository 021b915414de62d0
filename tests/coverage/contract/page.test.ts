import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runsByName, verdictOn } from './judge.ts';
import { pageOf } from './page.ts';
import { anywhere, notHereYet, only, row } from './row.ts';
import { parts } from './rows.ts';
import type { TestRun } from './test-runs.ts';

const run = (platform: 'shopify' | 'woocommerce', database: string, passed = true): TestRun => ({
  name: 'carts › adds up',
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

describe('a row of the contract', () => {
  const sums = row('sums', 'carts › adds up');

  it('is proven where its tests passed on both databases', () => {
    assert.equal(verdictOn('shopify', sums, runsByName(everywhere)), 'proven');
    assert.equal(verdictOn('woocommerce', sums, runsByName(everywhere)), 'proven');
  });

  it('is not proven where one of them failed, or ran on one database only', () => {
    const failed = runsByName([...everywhere.slice(0, 3), run('woocommerce', 'PostgreSQL', false)]);
    assert.equal(verdictOn('shopify', sums, failed), 'proven');
    assert.equal(verdictOn('woocommerce', sums, failed), 'not proven');
    assert.equal(verdictOn('woocommerce', sums, runsByName(everywhere.slice(0, 3))), 'not proven');
  });

  it('is not run where none of its tests did, or where one has no such name', () => {
    assert.equal(verdictOn('woocommerce', sums, runsByName(everywhere.slice(0, 2))), 'not run');
    const misnamed = row('sums', 'carts › adds up', 'carts › no such test');
    assert.equal(verdictOn('shopify', misnamed, runsByName(everywhere)), 'not run');
  });

  it('may concern one platform, or none here', () => {
    const runs = runsByName(everywhere);
    assert.equal(
      verdictOn('shopify', only('woocommerce', 'sums', 'carts › adds up'), runs),
      'does not apply',
    );
    assert.equal(verdictOn('shopify', notHereYet('pairing', 'later'), runs), 'does not apply');
    assert.equal(verdictOn('shopify', anywhere('sums', 'carts › adds up'), runs), 'proven');
  });

  it('without any test is never proven', () => {
    for (const { name, rows } of parts)
      for (const { says, where, tests, missing } of rows)
        assert.ok(where === 'elsewhere' ? missing : tests.length > 0, `${name}: ${says}`);
  });
});

describe('the page of coverage', () => {
  it('is the same in whatever order tests have ended', () => {
    assert.equal(pageOf(parts, runsByName(everywhere)), pageOf(parts, runsByName(everywhere.toReversed())));
  });

  it('shows each row once, with its tests and both platforms', () => {
    const page = pageOf(
      [{ name: 'Cart', rows: [row('sums | totals', 'carts › adds up')] }],
      runsByName(everywhere),
    );
    assert.ok(page.includes('| sums \\| totals | carts › adds up | ✓ | ✓ |'), page);
  });
});
