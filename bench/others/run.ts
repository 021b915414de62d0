import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { report } from '../report.ts';
import { keepResults } from '../results-file.ts';
import { type Given, measureOthers } from './measure-others.ts';

/**
 * Compares the service with servers that a user could run instead. They are given as folders and addresses, as
 * bench/results.md shows. `--quick` checks that every case runs, and writes no files.
 */
const { values } = parseArgs({
  options: {
    sample: { type: 'string' },
    connector: { type: 'string' },
    site: { type: 'string' },
    'site-plain': { type: 'string' },
    certificate: { type: 'string' },
    search: { type: 'string' },
    node: { type: 'string', default: process.execPath },
    quick: { type: 'boolean', default: false },
  },
});

function given(name: 'sample' | 'connector' | 'site' | 'site-plain' | 'certificate' | 'search'): string {
  const value = values[name];
  if (value === undefined || value === '')
    throw new Error(`--${name} is missing; bench/results.md shows the command.`);
  return value;
}

function readGiven(): Given {
  const [consumerKey, consumerSecret] = (process.env.WOOCOMMERCE_KEY ?? '').split(':');
  if (!consumerKey || !consumerSecret) throw new Error('WOOCOMMERCE_KEY must hold ck_…:cs_… of the site.');
  return {
    sample: resolve(given('sample')),
    connector: resolve(given('connector')),
    site: {
      url: given('site'),
      plainUrl: given('site-plain'),
      certificate: resolve(given('certificate')),
      consumerKey,
      consumerSecret,
    },
    searches: given('search').split(','),
    node: values.node,
  };
}

const PACE = values.quick ? { rounds: 3, roundMs: 400 } : { rounds: 5, roundMs: 1_500 };

const wanted = readGiven();
const began = performance.now();
const folder = await mkdtemp(join(tmpdir(), 'ucp-host-others-'));
try {
  const others = await measureOthers(folder, wanted, PACE);
  const results = values.quick ? { others } : await keepResults({ others });
  const page = report(results);
  process.stdout.write(`\n${page}\n`);
  if (!values.quick) await writeFile(new URL('../results.md', import.meta.url), page);
  process.stderr.write(`done in ${Math.round((performance.now() - began) / 1000)} s\n`);
} finally {
  await rm(folder, { recursive: true, force: true });
}
