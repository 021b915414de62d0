import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { CompiledQuery, QueryResult } from 'kysely';

export type Statements = ReturnType<typeof statementsOf>;

const MAX_STATEMENTS = 500;

/** Runs Kysely's queries on node:sqlite. Prepared statements are kept by their text. */
export function statementsOf(database: DatabaseSync) {
  const kept = new Map<string, { statement: StatementSync; returnsRows: boolean }>();

  function prepare({ sql }: CompiledQuery) {
    const known = kept.get(sql);
    if (known) return known;
    const statement = database.prepare(sql);
    const prepared = { statement, returnsRows: statement.columns().length > 0 };
    if (kept.size < MAX_STATEMENTS) kept.set(sql, prepared);
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

/** An object as the first parameter (a Date!) makes node:sqlite read *named* parameters and shift the rest, silently. */
function bindable(parameters: readonly unknown[]): SQLInputValue[] {
  return parameters.map((value) => {
    if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint')
      return value;
    if (value instanceof Uint8Array) return value;
    throw new TypeError(`A ${typeof value} cannot be stored: pass text, a number, bytes or null`);
  });
}
