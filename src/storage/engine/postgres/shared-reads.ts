import { setImmediate } from 'node:timers/promises';
import type { CompiledQuery } from 'kysely';
import type { Database } from '../database.ts';
import { nameStatement } from './named-statements.ts';

interface Batch<Row> {
  ids: Set<string>;
  rows: Promise<Map<string, Row>>;
}

/**
 * Reads rows by id. Those that requests ask for in one iteration of the event loop share a statement: a round trip costs the
 * service and PostgreSQL more than the row. `query` takes the ids as its one parameter.
 */
export function sharedReads<Row extends { id: string }>(database: Database, query: CompiledQuery<Row>) {
  nameStatement(query.sql);
  let next: Batch<Row> | undefined;

  function begin(): Batch<Row> {
    const ids = new Set<string>();
    const rows = setImmediate().then(async () => {
      next = undefined;
      const found = await database.executeQuery<Row>({ ...query, parameters: [[...ids]] });
      return new Map(found.rows.map((row) => [row.id, row]));
    });
    return { ids, rows };
  }

  return async (id: string): Promise<Row | undefined> => {
    next ??= begin();
    next.ids.add(id);
    return (await next.rows).get(id);
  };
}
