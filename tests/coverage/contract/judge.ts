import type { Platform, Row } from './row.ts';
import type { TestRun } from './test-runs.ts';

export type Verdict = 'proven' | 'not proven' | 'not run' | 'does not apply';

export type RunsByName = ReadonlyMap<string, readonly TestRun[]>;

const DATABASES = 2;

export function runsByName(runs: readonly TestRun[]): RunsByName {
  return Map.groupBy(runs, ({ name }) => name);
}

/** Whether a row is proven on a platform: by a test there, each of its tests having passed on every database. */
export function verdictOn(platform: Platform, row: Row, runs: RunsByName): Verdict {
  if (row.where === 'elsewhere') return 'does not apply';
  if (row.where !== 'any' && !row.where.includes(platform)) return 'does not apply';
  const found = row.tests.map((test) => runs.get(test) ?? []);
  if (found.length === 0) return 'not proven';
  if (found.some((of) => of.length === 0)) return 'not run';
  const here = found.map((of) => of.filter((run) => run.platform === undefined || run.platform === platform));
  const named = row.where === 'any' ? found : here.map((of) => of.filter((run) => run.platform === platform));
  if (named.every((of) => of.length === 0)) return 'not run';
  return (row.where === 'any' ? found : here).every(passedEverywhere) ? 'proven' : 'not proven';
}

function passedEverywhere(runs: readonly TestRun[]): boolean {
  const databases = new Set(runs.flatMap(({ database }) => database ?? []));
  return runs.every(({ passed }) => passed) && (databases.size === 0 || databases.size === DATABASES);
}
