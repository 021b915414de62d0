/**
 * `npm run rehearse -- --seed N [--rounds N] [--store ADDRESS] [--words mug,lamp] [--mutants]`: shoppers without a language model
 * make the mistakes that models make, and follow the answers alone (docs/rehearsal.md). Exits with 1 when too few are repaired.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { PLATFORMS, startTestService } from '../testing/test-service.ts';
import { renderMutants, renderRows, summaryOf } from './report.ts';
import { type Rehearsal, type Row, rehearse } from './run.ts';
import { type MutantRow, rehearseMutants } from './run-mutants.ts';
import { endpointsOf, parseStoreAddress, remoteStore, simulatedStore, WORDS } from './stores.ts';

const USAGE = `npm run rehearse -- [options]

Plays shoppers that make the mistakes of language models, and shows whether the answers lead them on.

  --seed N          repeats the run with this seed; a random one when absent
  --rounds N        trials of each mistake at each endpoint (5)
  --store ADDRESS   any endpoint of a store of a running service, in place of the simulated shops. Calls above its quota wait
                    as its answers say, which takes minutes; they count in no figure of the merchant
  --words A,B       words that find something in stock (${WORDS.join(',')})
  --mutants         counts the defects of answers that are caught, at the simulated shops only
  --help            shows this text
`;

function readOptions() {
  try {
    return parseArgs({
      options: {
        seed: { type: 'string' },
        rounds: { type: 'string', default: '5' },
        store: { type: 'string' },
        words: { type: 'string', default: WORDS.join(',') },
        mutants: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
    return process.exit(2);
  }
}

const values = readOptions();
if (values.help) {
  process.stdout.write(USAGE);
  process.exit();
}

function numberOf(name: 'seed' | 'rounds', text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new Error(`--${name} must be a whole number, not ${text}.`);
}

async function atStore(address: string, how: Rehearsal): Promise<Row[]> {
  const { baseUrl, slug } = parseStoreAddress(address);
  const endpoints = endpointsOf(baseUrl, slug);
  process.stdout.write(
    'Mistakes that need a change of the shop are left out. Unpaid carts and checkouts are made at the store; nothing is bought.\n',
  );
  return rehearse(endpoints, await remoteStore(endpoints, values.words.split(',')), how);
}

async function atSimulatedShops(how: Rehearsal): Promise<{ rows: Row[]; mutants: MutantRow[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'ucp-host-rehearsal-'));
  const migrated = async () => `sqlite:${join(folder, 'rehearsal.db')}`;
  const running = await startTestService({ database: { migrated } });
  const rows: Row[] = [];
  const mutants: MutantRow[] = [];
  try {
    for (const platform of PLATFORMS) {
      const slug = `demo-${platform}`;
      const endpoints = endpointsOf(running.baseUrl, slug);
      const store = await simulatedStore(running, slug);
      const played = await rehearse(endpoints, store, how);
      process.stdout.write(`${platform}. ${renderRows(played)}\n`);
      rows.push(...played);
      if (values.mutants) mutants.push(...(await rehearseMutants(endpoints, store, how.seed)));
    }
  } finally {
    await running.close();
    await rm(folder, { recursive: true });
  }
  return { rows, mutants };
}

const how = {
  seed: values.seed === undefined ? Math.floor(Math.random() * 1e6) : numberOf('seed', values.seed),
  rounds: Math.max(1, numberOf('rounds', values.rounds)),
};
let summary: ReturnType<typeof summaryOf>;
if (values.store === undefined) {
  const { rows, mutants } = await atSimulatedShops(how);
  if (values.mutants) process.stdout.write(`${renderMutants(mutants)}\n`);
  summary = summaryOf(rows, how.seed, values.mutants ? mutants : undefined);
} else {
  if (values.mutants) throw new Error('--mutants needs the simulated shops: leave --store out.');
  const rows = await atStore(values.store, how);
  process.stdout.write(`${renderRows(rows)}\n`);
  summary = summaryOf(rows, how.seed);
}
process.stdout.write(`${JSON.stringify(summary)}\n`);
process.exitCode = summary.passed ? 0 : 1;
