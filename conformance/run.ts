import { formatColumns } from '../src/cli/shell/format.ts';
import { say, sayError } from '../src/cli/shell/terminal.ts';
import { identifiedMerchant, merchantOf } from './merchant.ts';
import { type ConformanceOptions, conformanceOptions } from './options.ts';
import { suitePage } from './page.ts';
import { reasonFor } from './reasons.ts';
import { keep, type SuiteRun, summed, writePage } from './results.ts';
import { type StoreSlug, setStage } from './stage.ts';
import { type Check, commitOf, runSuite } from './suite.ts';

/** Profile versions and the version whose checks run on them; an empty one runs only checks bound to no version. */
const RUNS = [
  { version: '2026-04-08', checksOf: '2026-04-08' },
  { version: '2026-08-25', checksOf: '' },
  { version: '2026-08-25', checksOf: '2026-04-08' },
] as const;

type Wanted = (typeof RUNS)[number];

await conform(conformanceOptions(process.argv.slice(2)));

async function conform({ suite, stores }: ConformanceOptions): Promise<void> {
  const commit = await commitOf(suite);
  const runs: SuiteRun[] = [];
  for (const store of stores) for (const kind of RUNS) runs.push(await runOnce(suite, store, kind));
  const results = await keep(commit, runs);
  await writePage(suitePage(results));
  const unexplained = runs.flatMap((run) =>
    [...run.deviations, ...run.notTested].filter((each) => reasonFor(each) === undefined),
  );
  if (unexplained.length === 0) return;
  sayError(`Without a reason in conformance/reasons.ts: ${unexplained.map(({ id }) => id).join(', ')}`);
  process.exitCode = 1;
}

async function runOnce(suite: string, store: StoreSlug, kind: Wanted): Promise<SuiteRun> {
  const stage = await setStage(store, kind.version);
  try {
    const checksOf = kind.checksOf === kind.version ? undefined : kind.checksOf || undefined;
    const merchant = await merchantOf(store, stage, kind.version);
    const checks = await runSuite(suite, stage, { config: merchant, checksOf });
    stage.askForToken();
    const { config, only } = await identifiedMerchant(merchant, stage);
    const again = kind.checksOf === '' ? [] : await runSuite(suite, stage, { config, only, checksOf });
    const all = replaced(checks, again);
    const run = summed({ store, ...kind }, all);
    report(run, all);
    return run;
  } finally {
    await stage.close();
  }
}

function replaced(checks: readonly Check[], again: readonly Check[]): Check[] {
  const later = new Map(again.map((each) => [each.number, each]));
  return checks.map((each) => later.get(each.number) ?? each);
}

function report({ store, version, checksOf, counts, deviations }: SuiteRun, checks: readonly Check[]): void {
  const rows = Object.entries(counts).map(([transport, each]) => [
    transport,
    ...Object.values(each).map((count) => String(count)),
  ]);
  say(`\n${store}, ${version}, checks of ${checksOf || 'no version'}`);
  say(formatColumns(['', 'passed', 'deviations', 'not tested', 'not applicable'], rows));
  for (const { id } of deviations) {
    const observed = checks.find((each) => each.id === id)?.observed;
    say(`  ✗ ${id}: ${observed?.status} ${observed?.body ?? ''}`);
  }
}
