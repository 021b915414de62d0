import type { Platform, Requirement } from './requirements.ts';
import type { TestRun } from './test-runs.ts';

export type Verdict = 'proven' | 'not proven' | 'not run' | 'does not apply';

const DATABASE_COUNT = 2;

/** A requirement is proven on a store platform when a test ran there and every tagged test passed on every database. */
export function verdictOn(platform: Platform, { id, where }: Requirement, all: readonly TestRun[]): Verdict {
  if (where !== 'any' && !where.includes(platform)) return 'does not apply';
  const runs = all.filter(({ tags }) => tags.includes(id));
  const here = runs.filter((run) => where === 'any' || (run.platform ?? platform) === platform);
  if (!here.some((run) => where === 'any' || run.platform === platform)) return 'not run';
  const byTest = Map.groupBy(here, ({ name }) => name);
  return [...byTest.values()].every(passedEverywhere) ? 'proven' : 'not proven';
}

function passedEverywhere(runs: readonly TestRun[]): boolean {
  const databases = new Set(runs.flatMap(({ database }) => database ?? []));
  return runs.every(({ passed }) => passed) && (databases.size === 0 || databases.size === DATABASE_COUNT);
}
