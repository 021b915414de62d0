import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BEGIN, END } from '../../../conformance/block.ts';
import { summed } from '../../../conformance/results.ts';
import type { Check } from '../../../conformance/suite.ts';
import { runsByName, verdictOn } from '../contract/judge.ts';
import { row } from '../contract/row.ts';
import type { TestRun } from '../contract/test-runs.ts';
import { pageOf } from './page.ts';
import { parts } from './rows.ts';

const NAME = 'official carts › are created';
const runs: TestRun[] = (['shopify', 'woocommerce'] as const).flatMap((platform) =>
  ['SQLite', 'PostgreSQL'].map((database) => ({ name: NAME, platform, database, passed: true })),
);
const held = (operation: string, count: number) => ({
  version: '2026-08-25',
  transport: 'REST',
  operation,
  schema: 'schemas/shopping/cart.json',
  count,
});
const check = (id: string, status: string, survivors: string[] = []): Check => ({
  number: 0,
  id,
  transport: id.startsWith('mcp.') ? 'mcp' : 'rest',
  capability: null,
  status,
  survivors,
  clauses: ['CAT-024 (a clause)'],
  observed: null,
});

describe('the page of conformance', () => {
  const some = [{ name: 'Carts', rows: [row('create', NAME)] }];

  it('is the same in whatever order tests have ended', () => {
    const one = pageOf(some, runsByName(runs), [held('a', 1), held('b', 2), held('a', 3)], undefined);
    const other = pageOf(
      some,
      runsByName(runs.toReversed()),
      [held('b', 2), held('a', 3), held('a', 1)],
      undefined,
    );
    assert.equal(one, other);
    assert.ok(one.includes('| 2026-08-25 | REST | a | `schemas/shopping/cart.json` | 4 |'), one);
    assert.ok(one.includes('Shopify: 1 of 1 rows proven. WooCommerce: 1 of 1 rows proven.'), one);
  });

  it('has every row proven by a test, and each claim once', () => {
    const says = parts.flatMap(({ name, rows }) => rows.map((each) => `${name}: ${each.says}`));
    assert.equal(new Set(says).size, says.length);
    for (const { name, rows } of parts)
      for (const each of rows) assert.ok(each.tests.length > 0, `${name}: ${each.says}`);
    assert.equal(verdictOn('shopify', row('sums', 'no such test'), runsByName(runs)), 'not run');
  });

  it('tells what the public suite found, by store, version and transport, each with its reason', () => {
    const run = summed({ store: 'demo-shopify', version: '2026-04-08', checksOf: '2026-04-08' }, [
      check('mcp.tools', 'clean-pass'),
      check('cart.shape', 'clean-pass', ['set:code="x"']),
      check('discount.total_type_selection', 'deviation'),
      check('totals.sublines_sum_invariant', 'not-tested (needs config: totals.sublines)'),
      check('a2a.checkout', 'not-applicable (no A2A transport)'),
    ]);
    const page = pageOf([], runsByName([]), [], { commit: 'abc', runs: [run] });
    const block = page.slice(page.indexOf(BEGIN), page.indexOf(END));
    assert.ok(block.includes('| demo-shopify, 2026-04-08 | MCP | 1 | 0 | 0 | 0 |'), block);
    assert.ok(block.includes('| demo-shopify, 2026-04-08 | REST | 1 | 1 | 1 | 1 |'), block);
    assert.match(block, /`discount\.total_type_selection`, CAT-024 \(a clause\): The check wants/);
    assert.match(block, /`totals\.sublines_sum_invariant`.*: No total is made of sub-lines/);
    assert.match(block, /`cart\.shape`: One of its defects/);
    assert.match(block, /1 about a transport that is not offered \(A2A\)/);
    assert.ok(!block.includes('not explained'), block);
  });

  it('says of what nobody has looked at that it is not explained', () => {
    const run = summed({ store: 'demo-shopify', version: '2026-04-08', checksOf: '2026-04-08' }, [
      check('some.new_check', 'deviation'),
    ]);
    assert.match(pageOf([], runsByName([]), [], { commit: 'abc', runs: [run] }), /not explained/);
  });
});
