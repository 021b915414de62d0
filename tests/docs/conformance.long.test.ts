import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { suitePage } from '../../conformance/page.ts';
import { readResults, summed } from '../../conformance/results.ts';
import type { Check } from '../../conformance/suite.ts';

const PROGRAM = 'conformance/run.ts';

function conformance(...args: string[]): Promise<{ exitCode: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [PROGRAM, ...args], (error, stdout, stderr) =>
      resolve({ exitCode: error ? Number(error.code ?? 1) : 0, stdout, stderr }),
    );
  });
}

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

function pageOf(...checks: Check[]): string {
  const run = summed({ store: 'demo-shopify', version: '2026-04-08', checksOf: '2026-04-08' }, checks);
  return suitePage({ commit: 'abc', runs: [run] });
}

describe('npm run conformance', () => {
  it('explains how to get and run the suite', async () => {
    const { exitCode, stdout } = await conformance('--help');
    assert.equal(exitCode, 0);
    assert.match(stdout, /git clone https:\/\/github\.com\/vishkaty\/ucp-conformance/);
    assert.match(stdout, /--suite/);
  });

  it('names the missing option and the stores it knows', async () => {
    const nothing = await conformance();
    assert.deepEqual([nothing.exitCode, nothing.stdout], [2, '']);
    assert.match(nothing.stderr, /required option '--suite <folder>' not specified/);
    const other = await conformance('--suite', '.', '--store', 'demo-magento');
    assert.equal(other.exitCode, 2);
    assert.match(other.stderr, /Allowed choices are demo-shopify, demo-woocommerce/);
  });
});

describe('the page of the public suite', () => {
  it('shows the recorded results', async () => {
    assert.equal(await readFile('docs/conformance.md', 'utf8'), suitePage(readResults()));
  });

  it('lists results by store, version and transport, each with its reason', () => {
    const page = pageOf(
      check('mcp.tools', 'clean-pass'),
      check('cart.shape', 'clean-pass', ['set:code="x"']),
      check('discount.total_type_selection', 'deviation'),
      check('totals.sublines_sum_invariant', 'not-tested (needs config: totals.sublines)'),
      check('a2a.checkout', 'not-applicable (no A2A transport)'),
    );
    assert.ok(page.includes('| demo-shopify, 2026-04-08 | MCP | 1 | 0 | 0 | 0 |'), page);
    assert.ok(page.includes('| demo-shopify, 2026-04-08 | REST | 1 | 1 | 1 | 1 |'), page);
    assert.match(page, /`discount\.total_type_selection`, CAT-024 \(a clause\): The check wants/);
    assert.match(page, /`totals\.sublines_sum_invariant`.*: No total is made of sub-lines/);
    assert.match(page, /`cart\.shape`: One of its defects/);
    assert.match(page, /1 about a transport that is not offered \(A2A\)/);
    assert.ok(!page.includes('not explained'), page);
  });

  it('marks a deviation without a known reason as not explained', () =>
    assert.match(pageOf(check('some.new_check', 'deviation')), /not explained/));
});
