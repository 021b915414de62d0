import {
  type Compilable,
  type CompiledQuery,
  type Insertable,
  type InsertQueryBuilder,
  type RawBuilder,
  type SelectQueryBuilder,
  type StringReference,
  sql,
  type UpdateQueryBuilder,
} from 'kysely';
import type { Tables } from '../tables/tables.ts';
import { isSqlite } from './both-databases.ts';
import type { Database } from './database.ts';
import type { MaybePromise } from './maybe-promise.ts';
import { nameStatement } from './postgres/named-statements.ts';
import { createSharedReads, toKeyText } from './postgres/shared-reads.ts';
import { createSharedWrites, givenRows, isGiven, type Writer } from './postgres/shared-writes.ts';
import { type RawRow, toRaw, toRecord, toStored } from './records.ts';
import { getDirectAccess } from './sqlite/direct-access.ts';
import type { Durability } from './sqlite/group-commit.ts';

/**
 * Compiles a read of the first row with a key, the store's first: compiling costs more than SQLite's answer. `select` has no
 * parameters, and selects the columns of the key. Synchronous on SQLite unless a transaction is open.
 */
export function prepareRead<From extends keyof Tables, Row extends object>(
  database: Database,
  select: SelectQueryBuilder<Tables, From, Row>,
  ...columns: StringReference<Tables, From>[]
): (...key: string[]) => MaybePromise<Row | undefined> {
  const read = prepareRawRead(database, select, ...columns);
  return (...key) => {
    const row = read(...key);
    return row instanceof Promise
      ? row.then((each) => each && toRecord<Row>(each))
      : row && toRecord<Row>(row);
  };
}

/** The same for a caller that compares rows before it makes records of them. */
export function prepareRawRead<From extends keyof Tables>(
  database: Database,
  select: SelectQueryBuilder<Tables, From, object>,
  ...columns: StringReference<Tables, From>[]
): (...key: string[]) => MaybePromise<RawRow | undefined> {
  if (isSqlite(database)) {
    const isKey = columns.map((column) => sql`${sql.ref(String(column))} = ${column}`);
    const query = select.where(sql<boolean>`${sql.join(isKey, sql` and `)}`).compile();
    const { immediateRead: readNow } = getDirectAccess(database);
    return (...parameters) => {
      const row = readNow?.<RawRow>({ ...query, parameters });
      if (row !== undefined) return row ?? undefined;
      return toRaw(database)
        .executeQuery<RawRow>({ ...query, parameters })
        .then(({ rows }) => rows[0]);
    };
  }
  const types = Object.fromEntries(columns.map((column) => [column, 'text'] as const));
  const read = createSharedReads(database, select, types);
  // PostgreSQL has no text with a NUL, and would refuse the statement that others share.
  return async (...key) =>
    key.some((part) => part.includes('\0')) ? undefined : (await read([key])).get(toKeyText(key));
}

type WrittenTable = 'checkout_sessions' | 'carts' | 'orders';

export interface RowKey {
  id: string;
  storeId: string;
}

interface WriteOptions<Values> {
  durability?: Durability | undefined;
  lockOrder?: (values: Values) => string;
}

/**
 * Inserts a row, or none on a conflict. `build` gets the table that the values are selected from, where concurrent writes share
 * a statement, and returns the `id`. Values are text.
 */
export function prepareInsert<Table extends WrittenTable, Values extends RowKey>(
  database: Database,
  build: (
    writer: Writer,
    values: Values,
    from: RawBuilder<unknown>,
  ) => InsertQueryBuilder<Tables, Table, { id: string }>,
  options?: WriteOptions<Values>,
) {
  return prepareWrite(
    database,
    {
      own: (values) => build(database, values, sql``),
      shared: (writer, values) => build(writer, values, sql`from given`),
    },
    options,
  );
}

/** Updates the row with the key of the values while the condition of `build` holds, which returns the `id`. Values are text. */
export function prepareUpdate<Table extends WrittenTable, Values extends RowKey, Row extends { id: string }>(
  database: Database,
  table: Table,
  build: (writer: Writer, values: Values) => UpdateQueryBuilder<Tables, Table, Table, Row>,
  options?: WriteOptions<Values>,
) {
  const rows = sql.table(table);
  return prepareWrite<Values, Row>(
    database,
    {
      own: (values) =>
        build(database, values).where(
          sql<boolean>`${rows}.store_id = ${values.storeId} and ${rows}.id = ${values.id}`,
        ),
      shared: (writer, values) => build(writer, values).from(givenRows).where(isGiven(table)),
    },
    options,
  );
}

interface Builders<Values, Row> {
  own(values: Values): Compilable<Row>;
  shared(writer: Writer, values: Values): Compilable<Row>;
}

/** Compiles a write of one row at its first run; later values must have the same members. Returns the row, undefined for none. */
function prepareWrite<Values extends RowKey, Row extends { id: string }>(
  database: Database,
  { own, shared }: Builders<Values, Row>,
  { durability, lockOrder }: WriteOptions<Values> = {},
): (values: Values) => Promise<Row | undefined> {
  // Statements of a transaction are its own.
  if (!isSqlite(database) && !database.isTransaction)
    return createSharedWrites(database, shared, { lockOrder });
  const runAlone = (query: CompiledQuery) => toRaw(database).executeQuery(query);
  const { groupedWrite = runAlone } = getDirectAccess(database);
  let toQuery: ((values: Values) => CompiledQuery<Row>) | undefined;
  return async (values) => {
    toQuery ??= compileOnce(own, Object.keys(values));
    const [row] = (await groupedWrite(toQuery(values), durability)).rows;
    return row ? toRecord<Row>(row as object) : undefined;
  };
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
    parameters: ofValues.map((name, index) =>
      name === undefined ? query.parameters[index] : toStored(values[name]),
    ),
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
      const parameters = rows.slice(from, from + count).flatMap((row) => Object.values(row).map(toStored));
      await connection.executeQuery({ ...insertOf(count), parameters });
      from += count;
    }
  };
}
