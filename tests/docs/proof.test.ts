import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { report } from '../../bench/report.ts';
import { PARTS } from '../../bench/results-file.ts';
import { withFigures } from '../../bench/scaling.ts';
import { readFigures } from '../../conformance/mcp/section.ts';
import { readResults } from '../../conformance/results.ts';
import { FAULTS, renderFaults, withFault } from '../../testing/faults.ts';
import { filesOf } from '../../testing/test-sets.ts';
import { readRequirements } from '../coverage/requirements.ts';

const read = (file: string) => readFile(file, 'utf8');
const page = await read('docs/proof.md');
const count = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].length;
const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0);

/** Number that stands before these words on the page. */
function said(words: string): number {
  const [, number] = new RegExp(`([\\d,.]+)(?:\\*\\*)? ${words}`).exec(page) ?? [];
  return Number((number ?? assert.fail(`docs/proof.md names no number of ${words}`)).replaceAll(',', ''));
}

interface Site {
  entries: { step: string; ok: boolean }[];
}

describe('docs/proof.md', () => {
  it('names the numbers of the recorded results', async () => {
    const sites: Site[] = JSON.parse(await read('docs/proof/woocommerce.json'));
    const tries = sites.flatMap(({ entries }) => entries);
    assert.equal(said('sites'), sites.length);
    assert.equal(said('steps'), new Set(tries.map(({ step }) => step)).size);
    assert.equal(said('tries, none failed'), tries.filter(({ ok }) => ok).length);
    assert.ok(tries.every(({ ok }) => ok));
    const counts = (readResults()?.runs ?? []).flatMap((run) => Object.values(run.counts));
    assert.equal(said('checks\\*\\*, 0 deviations'), sum(counts.map(({ passed }) => passed)));
    assert.equal(said('deviations'), sum(counts.map(({ deviations }) => deviations)));
    assert.equal(said('checks\\*\\* \\| of MCP’s'), sum(readFigures().map(({ passed }) => passed)));
    assert.equal(said('parts'), PARTS.length);
  });

  it('lists each fault with the test that catches it, while its source and that test are there', async () => {
    assert.equal(said('faults'), FAULTS.length);
    assert.ok((await read('docs/proof/faults.md')).includes(renderFaults()), renderFaults());
    for (const fault of FAULTS) withFault(await read(fault.file), fault);
    const missing = FAULTS.filter(({ test }) => !existsSync(test));
    assert.deepEqual(missing, []);
  });

  it('shows the measured figures, as docs/scaling.md and bench/results.md do', async () => {
    const results = JSON.parse(await read('bench/results.json'));
    for (const { page: at, text } of await withFigures(results))
      assert.equal(await readFile(at, 'utf8'), text);
    assert.equal(await read('bench/results.md'), report(results));
  });

  it('names the figures of the other benches', async () => {
    const [tokens, soak, search] = await Promise.all(
      ['tokens', 'soak', 'search-results'].map((name) => read(`bench/${name}.md`)),
    );
    const task = `| Buy a travel mug | ${said('tokens')} | ${said('for the same').toLocaleString('en-US')} |`;
    assert.ok(tokens?.includes(task), task);
    const growth = /the heap changes by (−?[\d.]+ MB per million)/.exec(soak ?? '')?.[1] ?? '';
    assert.ok(page.replaceAll('*', '').includes(growth), growth);
    const [, measured = ''] = (search ?? '').split('## chorus, SQLite\n');
    for (const row of ['shopify | the service', 'shopify | the shop’s own', 'woocommerce | the shop’s own']) {
      const [, ndcg] = new RegExp(`\\| ${row.replace('|', '\\|')} \\| ([\\d.]+)`).exec(measured) ?? [];
      assert.ok(page.includes(Number(ndcg).toFixed(2)), `${row}: ${ndcg}`);
    }
  });

  it('names the numbers of other pages', async () => {
    const [failures = ''] = (await read('docs/failure-modes.md')).split('\n## Webhooks');
    assert.equal(said('operations'), count(failures, /^## /gm));
    const [, clients = ''] = (await read('docs/shopping-mcp.md')).split('## What reaches the model');
    assert.equal(said('clients'), count(clients.split('\nTokens of')[0] ?? '', /^\| (?!-|Library)/gm));
    const rehearsal = await read('docs/rehearsal.md');
    assert.ok(rehearsal.includes(`all ${said('trials').toLocaleString('en-US')} trials were repaired`));
    assert.ok(rehearsal.includes('534 of 540 defects') && page.includes('534 of 540 injected defects'));
  });

  it('rounds down the numbers that grow with every change', async () => {
    const [threats = ''] = (await read('docs/security.md')).split('## What each may use');
    const tests = await Promise.all(filesOf('all').map(read));
    const grown = {
      requirements: readRequirements().flatMap(({ requirements }) => requirements).length,
      tests: sum(tests.map((text) => count(text, /^\s*it\(/gm))),
      threats: count(threats, /^\| (?!Threat)/gm),
    };
    for (const [what, number] of Object.entries(grown))
      assert.ok(said(what) <= number && number < said(what) * 1.2, `${number} ${what}, not ${said(what)}`);
  });
});
