import {
  type Expression,
  type ExpressionBuilder,
  expressionBuilder,
  type FilterObject,
  type InsertQueryBuilder,
  type InsertResult,
  type OnConflictBuilder,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import { toCamelCaseName, toSnakeCaseName } from '../../../commerce/text/snake-case.ts';
import { toJsonRows } from '../../engine/both-databases.ts';
import { type Database, type NewRow, type Row, toUntyped } from '../../engine/database.ts';
import type { AnyTable } from '../../tables/table.ts';
import { TABLES, type Tables } from '../../tables/tables.ts';

/** Condition that columns have these values, null among them. */
export const match =
  <const Values extends object>(values: Values) =>
  <Source, Table extends keyof Source>(row: ExpressionBuilder<Source, Table>) => {
    const conditions = Object.entries(values).map(([name, value]) =>
      (row as ExpressionBuilder<never, never>)(name as never, value === null ? 'is' : '=', value as never),
    );
    return row.and(conditions) as unknown as Values extends FilterObject<Source, Table>
      ? [Exclude<keyof Values, keyof FilterObject<Source, Table>>] extends [never]
        ? Expression<SqlBool>
        : 'a name is no column'
      : 'a value has another type than its column';
  };

/** Lets a row with a key that exists be. */
export const doNothing = <Source, Table extends keyof Source>(conflict: OnConflictBuilder<Source, Table>) =>
  conflict.doNothing();

/** Inserts rows of counts, or adds to the rows with the same keys. Returns the resulting rows. */
export async function addToRows<Table extends keyof Tables & string>(
  database: Database,
  table: Table,
  counts: readonly NewRow<Table>[],
): Promise<Row<Table>[]> {
  if (counts.length === 0) return [];
  const key = TABLES[table].key.map(toCamelCaseName);
  const rows: readonly Record<string, unknown>[] = counts;
  // Sorted: transactions that add to the same rows cannot deadlock.
  const sorted = rows
    .map((row) => ({ row, place: JSON.stringify(key.map((name) => row[name])) }))
    .sort((one, other) => (one.place < other.place ? -1 : 1))
    .map(({ row }) => row);
  const added = Object.keys(sorted[0] ?? {}).filter((name) => !key.includes(name));
  const sums = added.map((name) => [
    name,
    sql`${sql.ref(`${table}.${name}`)} + ${sql.ref(`excluded.${name}`)}`,
  ]);
  const sum = toUntyped(database)
    .insertInto<string>(table)
    .values(sorted)
    .onConflict((conflict) => conflict.columns(key).doUpdateSet(Object.fromEntries(sums)));
  return (await sum.returningAll().execute()) as Row<Table>[];
}

/** Row of an insert as `insertJsonRows` sees it, in its condition. */
export const itemOf = <Table extends keyof Tables>() =>
  expressionBuilder<Tables & { item: Tables[Table] }, 'item'>();

type StoredRow<Table extends keyof Tables> = {
  readonly [Name in keyof Tables[Table]]?: string | number | null;
};

/** Builds an insert of any number of rows as the database has them, all with the columns of the first, that hold the condition. Sorted rows cannot deadlock. */
export function insertJsonRows<Table extends keyof Tables>(
  database: Database,
  table: Table,
  rows: readonly StoredRow<Table>[],
  condition: Expression<SqlBool> = sql<SqlBool>`true`,
) {
  const { columns }: AnyTable = TABLES[table];
  const types = Object.keys(rows[0] ?? {}).map((name) => {
    const type = columns[toSnakeCaseName(name)]?.definition.type ?? 'text';
    return [name, type === 'number' ? 'bigint' : type] as const;
  });
  const names = types.map(([name]) => name);
  const items = toJsonRows(database, Object.fromEntries(types), rows);
  const select = toUntyped(database).selectFrom(items).select(names).where(condition);
  return toUntyped(database)
    .insertInto<string>(table)
    .columns(names)
    .expression(select) as unknown as InsertQueryBuilder<Tables, Table, InsertResult>;
}

/** Values that an insert would have written into the row with the same key. */
export function takeExcluded<Column extends string>(...columns: readonly Column[]) {
  const entries = columns.map((column) => [column, sql.ref(`excluded.${column}`)]);
  return Object.fromEntries(entries) as Record<Column, RawBuilder<never>>;
}

interface Written {
  numInsertedOrUpdatedRows?: bigint | undefined;
  numUpdatedRows?: bigint;
  numDeletedRows?: bigint;
}

/** Runs a statement, and returns how many rows it has inserted, updated or deleted. */
export async function changeRows(statement: { executeTakeFirst(): Promise<Written> }): Promise<number> {
  const { numInsertedOrUpdatedRows, numUpdatedRows, numDeletedRows } = await statement.executeTakeFirst();
  return Number(numInsertedOrUpdatedRows ?? numUpdatedRows ?? numDeletedRows ?? 0n);
}

/** Runs a statement. Returns false when it has inserted, updated or deleted no row. */
export async function hasChanged(statement: { executeTakeFirst(): Promise<Written> }): Promise<boolean> {
  return (await changeRows(statement)) > 0;
}

export async function hasRows<Source, Table extends keyof Source>(
  query: SelectQueryBuilder<Source, Table, object>,
): Promise<boolean> {
  return (await query.clearSelect().select(sql.lit(1).as('one')).limit(1).executeTakeFirst()) !== undefined;
}

export async function countRows<Source, Table extends keyof Source>(
  query: SelectQueryBuilder<Source, Table, object>,
): Promise<number> {
  const { count } = await query
    .clearSelect()
    .select(sql<number>`count(*)`.as('count'))
    .$castTo<{ count: number }>()
    .executeTakeFirstOrThrow();
  return count;
}

/** Returns the record of the first row of a query. */
export async function findFirst<Row, Result>(
  query: { executeTakeFirst(): Promise<Row | undefined> },
  toRecord: (row: Row) => Result,
): Promise<Result | undefined> {
  const row = await query.executeTakeFirst();
  return row && toRecord(row);
}

/** Returns the records of all rows of a query. */
export async function listAll<Row, Result>(
  query: { execute(): Promise<Row[]> },
  toRecord: (row: Row) => Result,
): Promise<Result[]> {
  return (await query.execute()).map((row) => toRecord(row));
}
