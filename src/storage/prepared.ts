import type { Compilable } from 'kysely';
import type { Database } from './database.ts';
import { immediateReads } from './immediate-reads.ts';

/**
 * Compiles a read once and runs it with new values: Kysely's compiling costs more than SQLite's answer.
 * `build` gets one placeholder for each value and must use each once, in order.
 */
export function prepared<Row, Values extends string[]>(
  database: Database,
  build: (...values: Values) => Compilable<Row>,
): (...values: Values) => Promise<Row | undefined> {
  const names = Array.from({ length: build.length }, (_, index) => `value-${index}`) as Values;
  const query = build(...names).compile();
  if (query.parameters.length !== names.length)
    throw new Error(`Not every value is a placeholder: ${query.sql}`);
  const readNow = immediateReads(database);
  return async (...values) => {
    const filled = { ...query, parameters: values };
    const result = readNow?.<Row>(filled) ?? (await database.executeQuery<Row>(filled));
    return result.rows[0];
  };
}
