import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { CompiledQuery, QueryResult } from 'kysely';

export type Statements = ReturnType<typeof createStatements>;

const MAX_STATEMENTS = 500;

interface Prepared {
  statement: StatementSync;
  /** Names of the columns; none for a statement that returns no rows. */
  columns: readonly string[];
}

/** Runs Kysely's queries on node:sqlite, and caches prepared statements by their text. */
export function createStatements(database: DatabaseSync) {
  const cached = new Map<string, Prepared>();

  function prepare({ sql }: CompiledQuery): Prepared {
    const hit = cached.get(sql);
    if (hit) return hit;
    const statement = database.prepare(sql);
    statement.setReturnArrays(true);
    const prepared = { statement, columns: statement.columns().map(({ name }) => name) };
    if (cached.size < MAX_STATEMENTS) cached.set(sql, prepared);
    return prepared;
  }

  function toRows<Row>(query: CompiledQuery, { columns }: Prepared, values: unknown[][]): Row[] {
    if (!values[0] || values[0].length === columns.length) return nameValues(columns, values) as Row[];
    // Another process has migrated: `select *` returns other columns than when it was prepared.
    cached.delete(query.sql);
    return nameValues(prepare(query).columns, values) as Row[];
  }

  return {
    returnsRows: (query: CompiledQuery): boolean => prepare(query).columns.length > 0,

    readFirst<Row>(query: CompiledQuery): Row | null {
      const prepared = prepare(query);
      const { parameters } = query;
      mustBeBindable(parameters);
      const values = prepared.statement.get(...parameters) as unknown[] | undefined;
      return values ? (toRows<Row>(query, prepared, [values])[0] ?? null) : null;
    },

    run<Row>(query: CompiledQuery): QueryResult<Row> {
      const prepared = prepare(query);
      const { statement, columns } = prepared;
      const { parameters } = query;
      mustBeBindable(parameters);
      if (columns.length > 0)
        return { rows: toRows(query, prepared, statement.all(...parameters) as unknown as unknown[][]) };
      return { numAffectedRows: BigInt(statement.run(...parameters).changes), rows: [] };
    },
  };
}

/** Makes objects of rows. node:sqlite itself makes a dictionary of each, which takes twice as long for a wide row. */
function nameValues(columns: readonly string[], rows: readonly unknown[][]): object[] {
  return rows.map((values) => {
    const row: Record<string, unknown> = {};
    for (let index = 0; index < columns.length; index += 1) row[columns[index] as string] = values[index];
    return row;
  });
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
