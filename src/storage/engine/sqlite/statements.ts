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
      const { parameters } = query;
      mustBeBindable(parameters);
      return (prepare(query).statement.get(...parameters) as Row | undefined) ?? null;
    },

    run<Row>(query: CompiledQuery): QueryResult<Row> {
      const { statement, returnsRows } = prepare(query);
      const { parameters } = query;
      mustBeBindable(parameters);
      if (returnsRows) return { rows: statement.all(...parameters) as Row[] };
      return { numAffectedRows: BigInt(statement.run(...parameters).changes), rows: [] };
    },
  };
}

/** Rejects objects: node:sqlite would silently take a leading one (a Date!) for named parameters and shift the rest. */
function mustBeBindable(parameters: readonly unknown[]): asserts parameters is readonly SQLInputValue[] {
  for (const value of parameters) {
    if (typeof value === 'string' || value === null || typeof value === 'number' || typeof value === 'bigint')
      continue;
    if (!(value instanceof Uint8Array))
      throw new TypeError(`A ${typeof value} cannot be stored: pass text, a number, bytes or null`);
  }
}
