import { setImmediate } from 'node:timers/promises';
import type { CompiledQuery } from 'kysely';
import type { Database } from '../database.ts';
import { nameStatement } from './named-statements.ts';

interface Batch<Row> {
  keys: Set<string>;
  rows: Promise<Map<string, Row>>;
}

/**
 * Reads rows by the values of a unique column. Those that requests ask for in one iteration of the event loop share a statement:
 * a round trip costs the service and PostgreSQL more than the row. `query` takes the values as its one parameter.
 */
export function sharedReads<Row extends object>(
  database: Database,
  query: CompiledQuery<Row>,
  column: keyof Row,
) {
  nameStatement(query.sql);
  let next: Batch<Row> | undefined;

  function begin(): Batch<Row> {
    const keys = new Set<string>();
    const rows = setImmediate().then(async () => {
      next = undefined;
      const found = await database.executeQuery<Row>({ ...query, parameters: [[...keys]] });
      return new Map(found.rows.map((row) => [String(row[column]), row]));
    });
    return { keys, rows };
  }

  /** Returns at least the wanted rows that exist, by their keys. */
  return (wanted: readonly string[]): Promise<ReadonlyMap<string, Row>> => {
    next ??= begin();
    for (const key of wanted) next.keys.add(key);
    return next.rows;
  };
}
