import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { CompiledQuery, QueryResult } from 'kysely';

export type Statements = ReturnType<typeof statementsOf>;

const MAX_STATEMENTS = 500;

/** Runs Kysely's queries on node:sqlite, and caches prepared statements by their text. */
export function statementsOf(database: DatabaseSync) {
  const cached = new Map<string, { statement: StatementSync; returnsRows: boolean }>();

  function prepare({ sql }: CompiledQuery) {
    const known = cached.get(sql);
    if (known) return known;
    const statement = database.prepare(sql);
    const prepared = { statement, returnsRows: statement.columns().length > 0 };
    if (cached.size < MAX_STATEMENTS) cached.set(sql, prepared);
    return prepared;
  }

  return {
    returnsRows: (query: CompiledQuery): boolean => prepare(query).returnsRows,

    first<Row>(query: CompiledQuery): Row | null {
      return (prepare(query).statement.get(...bindable(query.parameters)) as Row | undefined) ?? null;
    },

    run<Row>(query: CompiledQuery): QueryResult<Row> {
      const { statement, returnsRows } = prepare(query);
      const values = bindable(query.parameters);
      if (returnsRows) return { rows: statement.all(...values) as Row[] };
      const { changes, lastInsertRowid } = statement.run(...values);
      return { numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid), rows: [] };
    },
  };
}

/** Rejects objects: node:sqlite would silently take a leading one (a Date!) for named parameters and shift the rest. */
function bindable(parameters: readonly unknown[]): SQLInputValue[] {
  return parameters.map((value) => {
    if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint')
      return value;
    if (value instanceof Uint8Array) return value;
    throw new TypeError(`A ${typeof value} cannot be stored: pass text, a number, bytes or null`);
  });
}
