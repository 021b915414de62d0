import { type Compilable, type CompiledQuery, type RawBuilder, sql } from 'kysely';
import { CommerceError } from '../../../commerce/errors.ts';
import type { Database } from '../database.ts';
import { toStored } from '../records.ts';
import { nameStatement } from './named-statements.ts';

/** Query builders of a write; within a shared one they know the table `given`. */
export type Writer = Pick<Database, 'insertInto' | 'updateTable' | 'with'>;

interface Naming<Values, Row> {
  /** Names a write among the rows that its statement returns; writes of one key go into different statements. By default its id. */
  keyOf?: (values: Values) => string;
  keyOfRow?: (row: Row) => string;
  /** Sequence in which rows are locked; by id by default. */
  lockOrder?: ((values: Values) => string) | undefined;
}

interface Waiting<Values, Row> {
  values: Values;
  resolve(row: Row | undefined): void;
  reject(error: unknown): void;
}

const MAX_ROWS = 64;
const VALUES = 'values as JSON';

/** Table of the values. */
export const givenRows = sql.raw<unknown>('given').as('given');

/** Matches the row of a table that has the key of the values. */
export function isGiven(table: string) {
  const rows = sql.table(table);
  return sql<boolean>`given.store_id = ${rows}.store_id and given.id = ${rows}.id`;
}

/**
 * Writes rows of several requests by one statement: one round trip and one commit for each iteration of the event loop.
 * A statement that fails is repeated row by row, so that a bad row fails alone. Values are text. `build` gets references to columns
 * of the table `given`, which has a row for each write.
 */
export function createSharedWrites<Values extends { id: string }, Row extends { id: string }>(
  database: Database,
  build: (writer: Writer, values: Values) => Compilable<Row>,
  { keyOf = ({ id }) => id, keyOfRow = ({ id }) => id, lockOrder = ({ id }) => id }: Naming<Values, Row> = {},
): (values: Values) => Promise<Row | undefined> {
  let waiting: Waiting<Values, Row>[] = [];
  let query: CompiledQuery<Row> | undefined;

  function compileWrite(names: string[]): CompiledQuery<Row> {
    const references = names.map((name) => [name, sql.ref(`given.${name}`)]);
    const writer = database.with(
      (table) => table('given').materialized(),
      () => buildGivenRows(names),
    ) as unknown as Writer;
    const query = build(writer, Object.fromEntries(references)).compile();
    nameStatement(query.sql);
    return query;
  }

  async function write(writes: readonly Waiting<Values, Row>[]): Promise<void> {
    const rows = writes.map(({ values }) => values);
    query ??= compileWrite(Object.keys(rows[0] ?? {}));
    const parameters = query.parameters.map((each) => (each === VALUES ? JSON.stringify(rows) : each));
    const result = await database.executeQuery<Row>({ ...query, parameters });
    const rowsByKey = new Map(result.rows.map((row) => [keyOfRow(row), row]));
    for (const { values, resolve } of writes) resolve(rowsByKey.get(keyOf(values)));
  }

  async function settle(writes: readonly Waiting<Values, Row>[]): Promise<void> {
    try {
      await write(writes);
    } catch (error) {
      if (writes.length > 1 && isRolledBack(error)) return settleOneByOne(writes);
      for (const { reject } of writes) reject(error);
    }
  }

  async function settleOneByOne(writes: readonly Waiting<Values, Row>[]): Promise<void> {
    for (const each of writes) await settle([each]);
  }

  function flush(): void {
    // Two statements that lock the same rows in one sequence cannot deadlock.
    const sorted = waiting.sort((one, other) => (lockOrder(one.values) < lockOrder(other.values) ? -1 : 1));
    waiting = [];
    const writes = new Map<string, Waiting<Values, Row>>();
    for (const each of sorted) {
      const key = keyOf(each.values);
      if (writes.size === MAX_ROWS || writes.has(key)) add(each);
      else writes.set(key, each);
    }
    void settle([...writes.values()]);
  }

  function add(write: Waiting<Values, Row>): void {
    waiting.push(write);
    if (waiting.length === 1) setImmediate(flush);
  }

  return (values) => new Promise((resolve, reject) => add({ values: toTexts(values), resolve, reject }));
}

/** The bounds of `number` make PostgreSQL plan for few rows: it expects a hundred of JSON, for which it would read whole tables. */
function buildGivenRows(names: readonly string[]): RawBuilder<Record<string, string | null>> {
  const columns = sql.join(names.map((name) => sql.ref(name)));
  const typed = sql.raw(names.map((name) => `"${name}" text`).join(', '));
  return sql`(select * from rows from (json_to_recordset(${VALUES}::json) as (${typed}))
    with ordinality as value(${columns}, number) where number between 1 and ${sql.lit(MAX_ROWS)})`;
}

/** Makes text of values, with lone surrogates replaced as UTF-8 does: JSON would escape them, and PostgreSQL refuse the statement. */
function toTexts<Values extends object>(values: Values): Values {
  const entries = Object.entries(values).map(([name, value]) => {
    const cell = toStored(value);
    return [name, typeof cell === 'string' ? cell.toWellFormed() : cell];
  });
  return Object.fromEntries(entries);
}

/** SQLSTATEs of bad data, constraints, limits, deadlocks and lock timeouts, after which nothing was written. */
const ROLLED_BACK = /^(21|22|23|54)...$|^40P01$|^55P03$/;

function isRolledBack(error: unknown): boolean {
  const cause = error instanceof CommerceError ? error.cause : error;
  return cause instanceof Error && 'code' in cause && ROLLED_BACK.test(String(cause.code));
}
