import type { Database } from '../../engine/database.ts';
import type { Sealing } from '../../engine/sealing.ts';

export interface Sealed {
  database: Database;
  sealing: Sealing;
}

/** Functions without their first argument. */
type Bound<Functions> = {
  [Name in keyof Functions]: Functions[Name] extends (context: never, ...rest: infer Rest) => infer Result
    ? (...rest: Rest) => Result
    : never;
};

/** Gives functions their first argument: what they read and write with. */
export function bindFunctions<
  Context,
  Functions extends Record<string, (context: Context, ...rest: never[]) => unknown>,
>(context: Context, functions: Functions): Bound<Functions> {
  const entries = Object.entries(functions).map(([name, each]) => [name, each.bind(undefined, context)]);
  return Object.fromEntries(entries);
}
