import {
  type Compilable,
  type CompiledQuery,
  type Insertable,
  type InsertQueryBuilder,
  type InsertResult,
  type QueryResult,
  type RawBuilder,
  type SelectQueryBuilder,
  type StringReference,
  sql,
  type UpdateQueryBuilder,
  type UpdateResult,
} from 'kysely';
import type { Tables } from '../tables/tables.ts';
import { isSqlite } from './both-databases.ts';
import type { Database } from './database.ts';
import type { MaybePromise } from './maybe-promise.ts';
import { nameStatement } from './postgres/named-statements.ts';
import { createSharedReads, toKeyText } from './postgres/shared-reads.ts';
import { createSharedWrites, givenRows, isGiven, type Writer } from './postgres/shared-writes.ts';
import { getDirectAccess } from './sqlite/direct-access.ts';
import type { Durability, GroupedWrite } from './sqlite/group-commit.ts';

/**
 * Compiles a read of the first row with a key, the store's first: compiling costs more than SQLite's answer. `select` has no
 * parameters, and selects the columns of the key. Synchronous on SQLite unless a transaction is open.
 */
export function prepareRead<From extends keyof Tables, Row extends object>(
  database: Database,
  select: SelectQueryBuilder<Tables, From, Row>,
  ...columns: StringReference<Tables, From>[]
): (...key: string[]) => MaybePromise<Row | undefined> {
  if (isSqlite(database)) return prepareOwnRead(database, select, columns);
  const types = Object.fromEntries(columns.map((column) => [column, 'text'] as const));
  const read = createSharedReads(database, select, types);
  // PostgreSQL has no text with a NUL, and would refuse the statement that others share.
  return async (...key) =>
    key.some((part) => part.includes('\0')) ? undefined : (await read([key])).get(toKeyText(key));
}

function prepareOwnRead<From extends keyof Tables, Row extends object>(
  database: Database,
  select: SelectQueryBuilder<Tables, From, Row>,
  columns: readonly string[],
): (...key: string[]) => MaybePromise<Row | undefined> {
  const isKey = columns.map((column) => sql`${sql.ref(column)} = ${column}`);
  const query = select.where(sql<boolean>`${sql.join(isKey, sql` and `)}`).compile();
  const { immediateRead: readNow } = getDirectAccess(database);
  return (...key) => {
    const filled = { ...query, parameters: key };
    const row = readNow?.<Row>(filled);
    if (row !== undefined) return row ?? undefined;
    return database.executeQuery<Row>(filled).then(({ rows }) => rows[0]);
  };
}

/** Compiles a write at its first run; later values must have the same members. */
export function prepareWrite<Row, Values extends object>(
  database: Database,
  build: (values: Values) => Compilable<Row>,
  durability?: Durability,
): (values: Values) => Promise<QueryResult<Row>> {
  let write: ReturnType<typeof compileOnce<Row, Values>> | undefined;
  const { groupedWrite } = getDirectAccess(database);
  const execute: GroupedWrite =
    groupedWrite ?? (<Found>(query: CompiledQuery) => database.executeQuery<Found>(query));
  return (values) => {
    write ??= compileOnce(build, Object.keys(values));
    return execute<Row>(write(values), durability);
  };
}

const hasWritten = ({ numAffectedRows }: QueryResult<unknown>) => numAffectedRows === 1n;

type WrittenTable = 'checkout_sessions' | 'carts' | 'orders';

interface InsertOptions<Values> {
  durability?: Durability;
  lockOrder?(values: Values): string;
}

/**
 * Inserts one row, or none on a conflict; returns whether it did. `build` gets the table that the values are selected from, where
 * concurrent writes share a statement. Its values are text with an `id`.
 */
export function prepareInsert<Table extends WrittenTable, Values extends RowKey>(
  database: Database,
  build: (
    writer: Writer,
    values: Values,
    from: RawBuilder<unknown>,
  ) => InsertQueryBuilder<Tables, Table, InsertResult>,
  { durability, lockOrder }: InsertOptions<Values> = {},
): (values: Values) => Promise<boolean> {
  if (!canShare(database)) {
    const write = prepareWrite(database, (values: Values) => build(database, values, sql``), durability);
    return (values) => write(values).then(hasWritten);
  }
  const write = createSharedWrites<Values, { id: string }>(database, {
    build: (writer, values) => build(writer, values, sql`from given`).returning(sql<string>`id`.as('id')),
    keyOf: ({ id }) => id,
    keyOfRow: ({ id }) => id,
    ...(lockOrder ? { lockOrder } : {}),
  });
  return async (values) => (await write(values)) !== undefined;
}

export interface RowKey {
  id: string;
  store_id: string;
}

/** Updates the row with the key of the values while the condition of `build` holds; returns whether it did. Values are text. */
export function prepareUpdate<Table extends WrittenTable, Values extends RowKey>(
  database: Database,
  table: Table,
  build: (writer: Writer, values: Values) => UpdateQueryBuilder<Tables, Table, Table, UpdateResult>,
  durability?: Durability,
): (values: Values) => Promise<boolean> {
  const rows = sql.table(table);
  if (!canShare(database)) {
    const isRow = (values: Values) =>
      sql<boolean>`${rows}.store_id = ${values.store_id} and ${rows}.id = ${values.id}`;
    const write = prepareWrite(
      database,
      (values: Values) => build(database, values).where(isRow(values)),
      durability,
    );
    return (values) => write(values).then(hasWritten);
  }
  const write = createSharedWrites<Values, { id: string }>(database, {
    build: (writer, values) =>
      build(writer, values).from(givenRows).where(isGiven(table)).returning(sql<string>`${rows}.id`.as('id')),
    keyOf: (values) => values.id,
    keyOfRow: (row) => row.id,
  });
  return async (values) => (await write(values)) !== undefined;
}

/** Statements of a transaction are its own. */
function canShare(database: Database): boolean {
  return !isSqlite(database) && !database.isTransaction;
}

/** Compiles a write whose values have these names; returns the function that puts values in. */
function compileOnce<Row, Values>(build: (values: Values) => Compilable<Row>, names: string[]) {
  const placeholders = new Map(names.map((name) => [`value of ${name}`, name as keyof Values]));
  const query = build(
    Object.fromEntries(names.map((name) => [name, `value of ${name}`])) as Values,
  ).compile();
  nameStatement(query.sql);
  const ofValues = query.parameters.map((parameter) => placeholders.get(String(parameter)));
  return (values: Values): CompiledQuery<Row> => ({
    ...query,
    parameters: ofValues.map((name, index) => (name === undefined ? query.parameters[index] : values[name])),
  });
}

/** Rows of one statement: few statements are compiled, and few are needed for any number of rows. */
const ROWS_PER_STATEMENT = [256, 64, 16, 4, 1];

/** Inserts many rows by compiled statements. All rows must have the members of the first one, in its sequence. */
export function prepareRows<Table extends keyof Tables & string>(database: Database, table: Table) {
  let columns: string[] = [];
  const compiled = new Map<number, CompiledQuery>();

  function insertOf(count: number): CompiledQuery {
    const cached = compiled.get(count);
    if (cached) return cached;
    const placeholder = Object.fromEntries(columns.map((column) => [column, column]));
    const rows = Array.from({ length: count }, () => placeholder) as unknown as Insertable<Tables[Table]>[];
    const query = database.insertInto(table).values(rows).compile();
    compiled.set(count, query);
    return query;
  }

  return async (connection: Database, rows: readonly Insertable<Tables[Table]>[]): Promise<void> => {
    if (columns.length === 0) columns = Object.keys(rows[0] ?? {});
    for (let from = 0; from < rows.length; ) {
      const count = ROWS_PER_STATEMENT.find((each) => each <= rows.length - from) ?? 1;
      const parameters = rows.slice(from, from + count).flatMap((row) => Object.values(row));
      await connection.executeQuery({ ...insertOf(count), parameters });
      from += count;
    }
  };
}
