import type { RehearsedEndpoint } from './endpoint.ts';
import { MUTANTS } from './mutants.ts';
import { failuresIn, rehearse } from './run.ts';
import type { Store } from './trial.ts';

export interface MutantRow {
  mutant: string;
  endpoint: string;
  /** First mistake that shows the defect; undefined when none does. */
  caughtBy: string | undefined;
}

/** Share of the defects that must be caught. */
export const MIN_CAUGHT = 0.9;

/** Rehearses each endpoint with each defect that its answers can have. */
export async function rehearseMutants(
  endpoints: readonly RehearsedEndpoint[],
  store: Store,
  seed: number,
): Promise<MutantRow[]> {
  const rows: MutantRow[] = [];
  for (const { name, isPossible, mutate } of MUTANTS)
    for (const endpoint of endpoints.filter((each) => isPossible?.(each) ?? true)) {
      const mutated = { ...endpoint, exchange: mutate(endpoint) };
      const how = { seed, rounds: 1, isBrief: true };
      const [failed] = failuresIn(await rehearse([mutated], { ...store, handOffs: new Map() }, how));
      rows.push({ mutant: name, endpoint: endpoint.name, caughtBy: failed?.mistake });
    }
  return rows;
}
