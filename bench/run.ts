import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { measureUsual, USUAL } from './against-bare.ts';
import { type Child, startChild } from './child.ts';
import type { Pace } from './compare.ts';
import { measureCosts } from './costs.ts';
import { type CurvePoint, measurePoint } from './curve.ts';
import { measureDisturbed } from './disturbed.ts';
import type { Filling } from './fill-database.ts';
import { measurePaths } from './paths.ts';
import { measurePostgres } from './postgres.ts';
import { report } from './report.ts';
import { keepResults, machine, PARTS, type Part, type Results } from './results-file.ts';
import { withFigures } from './scaling.ts';
import { measureWorkers } from './workers.ts';

/**
 * `--quick` checks in a minute that every part runs, and writes no files; its figures mean little. With `--pages` it
 * prints the pages of docs/ with figures as well.
 */
const {
  values: { quick, pages, only },
} = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    pages: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
});

const PACE: Pace = quick
  ? { warmUpAnswers: 500, rounds: 3, roundMs: 150 }
  : { warmUpAnswers: 6_000, rounds: 7, roundMs: 500 };
const SHORT_PACE: Pace = quick ? PACE : { warmUpAnswers: 2_000, rounds: 5, roundMs: 400 };
/** Small differences need many neighboring rounds, here of each pair of processes. */
const COSTS_PACE: Pace = quick ? PACE : { warmUpAnswers: 6_000, rounds: 15, roundMs: 200 };
const OWN_TIME_PACE = quick ? { rounds: 3, roundMs: 400 } : { rounds: 7, roundMs: 1_500 };

const SIZES: Filling[] = [
  USUAL,
  { stores: 1_000, sessions: 1_000 },
  { stores: 10_000, sessions: 1_000 },
  { stores: quick ? 20_000 : 100_000, sessions: 1_000 },
  { stores: 10, sessions: quick ? 50_000 : 1_000_000 },
];
/** Enough rows for page splits as in a large table. */
const TO_WEIGH = quick ? 5_000 : 50_000;

type Measuring = { [Name in Part]: (folder: string, bare: Child) => Promise<Results[Name]> };

const measuring: Measuring = {
  usual: (folder, bare) => measureUsual(folder, bare, { usual: PACE, ownTime: OWN_TIME_PACE }),
  disturbed: (folder, bare) => measureDisturbed(folder, bare, SHORT_PACE),
  paths: (folder, bare) => measurePaths(folder, bare, { warmUpAnswers: quick ? 100 : 1_000 }),
  postgres: (folder, bare) => measurePostgres(folder, bare, SHORT_PACE, { sessions: TO_WEIGH }),
  workers: (folder, bare) => measureWorkers(folder, bare, SHORT_PACE),
  costs: (folder) => measureCosts(folder, COSTS_PACE, quick ? 1 : 5),
  curve: measureCurve,
};

async function measureCurve(folder: string, bare: Child): Promise<CurvePoint[]> {
  const curve: CurvePoint[] = [];
  for (const size of SIZES) {
    process.stderr.write(`${size.stores} stores, ${size.sessions} sessions …\n`);
    curve.push(await measurePoint(folder, size, bare, SHORT_PACE));
  }
  return curve;
}

/** Measures all parts, or those that `--only workers,costs` names; the others keep their last results. */
function wantedParts(): Part[] {
  if (only === undefined) return [...PARTS];
  const names = only.split(',');
  const parts = PARTS.filter((part) => names.includes(part));
  if (parts.length === names.length) return parts;
  throw new Error(`--only takes some of these, with commas between: ${PARTS.join(',')}`);
}

/** Keeps each part when it is measured: a later one may fail. */
async function measure(folder: string, parts: Part[]): Promise<Partial<Results>> {
  await using bare = await startChild('bare-server');
  let results: Partial<Results> = {};
  for (const part of parts) {
    const began = performance.now();
    const measured = { machine: machine(), [part]: await measuring[part](folder, bare) };
    results = quick ? { ...results, ...measured } : await keepResults(part, measured);
    process.stderr.write(`${part} took ${Math.round((performance.now() - began) / 1000)} s\n`);
  }
  return results;
}

const parts = wantedParts();
const began = performance.now();
await using folder = await temporaryFolder();
const results = await measure(folder.path, parts);
const figures = report(results);
process.stdout.write(`\n${figures}\n`);
if (!quick) await writeFile(new URL('./results.md', import.meta.url), figures);
for (const { page, text } of await withFigures(results))
  if (!quick) await writeFile(page, text);
  else if (pages) process.stdout.write(`${text}\n`);
process.stderr.write(`done in ${Math.round((performance.now() - began) / 1000)} s\n`);
