import {
  type ComparisonOperatorExpression,
  type Expression,
  expressionBuilder,
  type InsertQueryBuilder,
  type InsertResult,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import { toCamelCaseName, toSnakeCaseName } from '../../../commerce/text/snake-case.ts';
import { toJsonRows } from '../../engine/both-databases.ts';
import { type AnyTables, type Database, toUntyped } from '../../engine/database.ts';
import type { Sealing } from '../../engine/sealing.ts';
import type { AnyTable, NewValuesOf, Readability, ValuesOf } from '../../tables/table.ts';
import { TABLES, type TableRecord, type Tables } from '../../tables/tables.ts';
import { deleteInBatches } from './delete-rows.ts';

type Columns<Table extends keyof Tables> = (typeof TABLES)[Table]['columns'];

/** All values of a row under their names in records, including values that only storage knows. */
type Values<Table extends keyof Tables> = ValuesOf<Columns<Table>>;

type OrReadonly<Value> = Value | Readonly<Value>;

type OrExpression<Of> = { readonly [Name in keyof Of]: Of[Name] | Expression<unknown> };

/** Conditions that must all hold: the value that a column equals, null among them, or a comparison as in `['>', value]`. */
export type Match<Table extends keyof Tables> = {
  readonly [Name in keyof Values<Table>]?:
    | Exclude<Values<Table>[Name], readonly unknown[]>
    | Expression<unknown>
    | readonly [
        ComparisonOperatorExpression,
        OrReadonly<Values<Table>[Name]> | Expression<unknown> | readonly Values<Table>[Name][],
      ];
};

type Order<Table extends keyof Tables> = `${keyof Values<Table> & string}${'' | ' desc'}`;

/** An absent or undefined value stays as it is. */
export type Change<Table extends keyof Tables> = {
  readonly [Name in keyof Values<Table>]?: OrReadonly<Values<Table>[Name]> | Expression<unknown> | undefined;
};
type NewValues<Table extends keyof Tables> = OrExpression<NewValuesOf<Columns<Table>>>;

type KeyOfAny<Union> = Union extends unknown ? keyof Union : never;

/** Refuses members that are no columns, also in spread objects. */
type Only<Known, Given> = Given & { readonly [Name in Exclude<KeyOfAny<Given>, keyof Known>]?: never };

/** Record of a row; opened with a sealing, it has the sealed values, too. */
type RecordOf<Table extends keyof Tables, Opening> = TableRecord<Table> &
  (Opening extends Sealing ? ValuesOf<Columns<Table>, 'sealed'> & Readability : unknown);

type Readable<Table extends keyof Tables, Opening> = Opening extends Sealing
  ? Values<Table>
  : ValuesOf<Columns<Table>, 'value' | 'none'>;

/** Reads and writes the rows of a table that match, under the names that their values have in records. */
export function matchRows<
  Table extends keyof Tables,
  const Given extends Match<Table>,
  Opening extends Sealing | undefined = undefined,
>(database: Database, table: Table, match: Only<Match<Table>, Given>, sealing?: Opening) {
  type Known = Readable<Table, Opening>;
  const declared: AnyTable = TABLES[table];
  const { where, buildSelect, updating, deleting } = buildStatements(database, declared, match, sealing);
  const recordOf = (row: object) => declared.fromRow(row, sealing) as RecordOf<Table, Opening>;
  const toValues = <Name extends keyof Known>(row: object) =>
    (sealing ? declared.open(row, sealing) : row) as Pick<Known, Name>;
  return {
    /** Selects from the rows. */
    query: () => buildSelect([]) as unknown as SelectQueryBuilder<Tables, Table, object>,

    /** Returns the record of one row. */
    find: () => findFirst(buildSelect(), recordOf),

    /** Returns these values of the first row. */
    read: <Name extends keyof Known & string>(names: readonly Name[], ...order: readonly Order<Table>[]) =>
      findFirst(sortRows(buildSelect(names), order).limit(1), toValues<Name>),

    /** Lists the records of the rows, sorted as by `'createdAt desc', 'id'`. */
    list: (...order: readonly Order<Table>[]) => listAll(sortRows(buildSelect(), order), recordOf),

    /** Lists these values of the rows. */
    listOf: <Name extends keyof Known & string>(names: readonly Name[], ...order: readonly Order<Table>[]) =>
      listAll(sortRows(buildSelect(names), order), toValues<Name>),

    exists: async () => (await buildSelect([]).select(sql.lit(1).as('one')).executeTakeFirst()) !== undefined,

    count: () => countRows(buildSelect([])),

    /** Returns false when there is no row. */
    update: <Set extends Change<Table>>(change: Only<Change<Table>, Set>) => hasChanged(updating(change)),

    /** Updates the rows, and returns their records as they are then. */
    updateReturning: <Set extends Change<Table>>(change: Only<Change<Table>, Set>) =>
      listAll(updating(change).returningAll(), recordOf),

    /** Returns false when there was no row. */
    delete: () => hasChanged(deleting()),

    /** Deletes the rows batch by batch, and returns their number. */
    deleteInBatches: (batchSize?: number) => deleteInBatches(database, declared, where, batchSize),

    /** Deletes one row, and returns its record: of concurrent callers, one gets it. */
    take: () => findFirst(deleting().returningAll(), recordOf),
  };
}

/** Builds the statements of `matchRows`. Ciphertexts are bound to the row's id: it is read with them, and matched by a change. */
function buildStatements(
  database: Database,
  declared: AnyTable,
  match: object,
  sealing: Sealing | undefined,
) {
  const { name: table, id } = declared;
  const where = buildMatch(declared, match);
  const ids: Readonly<Record<string, unknown>> = { ...match };
  return {
    where,
    buildSelect(names?: readonly string[]) {
      const rows = toUntyped(database).selectFrom<string>(table).where(where);
      if (!names) return rows.selectAll();
      return rows.select([...new Set([...names, ...(sealing ? [toCamelCaseName(id)] : [])])]);
    },
    updating: (change: object) =>
      toUntyped(database)
        .updateTable<string>(table)
        .set(toColumns(declared, change, sealing, ids[toCamelCaseName(id)]))
        .where(where),
    deleting: () => toUntyped(database).deleteFrom<string>(table).where(where),
  };
}

export async function insertRow<Table extends keyof Tables, Given extends NewValues<Table>>(
  database: Database,
  table: Table,
  values: Only<NewValues<Table>, Given>,
  sealing?: Sealing,
): Promise<void> {
  await buildInsert(database, table, values, sealing).execute();
}

/** Returns false, with nothing written, for a row with a key that exists. */
export function insertNew<Table extends keyof Tables, Given extends NewValues<Table>>(
  database: Database,
  table: Table,
  values: Only<NewValues<Table>, Given>,
  sealing?: Sealing,
): Promise<boolean> {
  const statement = buildInsert(database, table, values, sealing);
  return hasChanged(statement.onConflict((conflict) => conflict.doNothing()));
}

/** Inserts a row, or writes its values into the one with the same key. */
export async function upsertRow<Table extends keyof Tables, Given extends NewValues<Table>>(
  database: Database,
  table: Table,
  values: Only<NewValues<Table>, Given>,
): Promise<void> {
  const { key } = TABLES[table];
  await buildInsert(database, table, values)
    .onConflict((conflict) =>
      conflict.columns([...key] as never[]).doUpdateSet(toColumns(TABLES[table], values)),
    )
    .execute();
}

/** Inserts rows of counts, or adds to the rows with the same keys. Returns the resulting rows. */
export async function addToRows<Table extends keyof Tables, Given extends NewValues<Table>>(
  database: Database,
  table: Table,
  counts: readonly Only<NewValues<Table>, Given>[],
): Promise<TableRecord<Table>[]> {
  if (counts.length === 0) return [];
  const declared: AnyTable = TABLES[table];
  const { name, key } = declared;
  const names = key.map(toCamelCaseName);
  // Sorted: transactions that add to the same rows cannot deadlock.
  const rows = counts
    .map((each) => toColumns(declared, each))
    .map((row) => ({ row, place: JSON.stringify(names.map((name) => row[name])) }))
    .sort((one, other) => (one.place < other.place ? -1 : 1))
    .map(({ row }) => row);
  const added = Object.keys(rows[0] ?? {}).filter((column) => !names.includes(column));
  const sums = added.map((column) => [
    column,
    sql`${sql.ref(`${name}.${column}`)} + ${sql.ref(`excluded.${column}`)}`,
  ]);
  const adding = toUntyped(database).insertInto<string>(name).values(rows);
  const sum = adding.onConflict((conflict) => conflict.columns(key).doUpdateSet(Object.fromEntries(sums)));
  return listAll(sum.returningAll(), (row) => declared.fromRow(row) as TableRecord<Table>);
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

const buildInsert = (database: Database, table: keyof Tables, values: object, sealing?: Sealing) =>
  toUntyped(database)
    .insertInto<string>(table)
    .values(toColumns(TABLES[table], values, sealing));

type Selecting = SelectQueryBuilder<AnyTables, string, Record<string, unknown>>;

const sortRows = (rows: Selecting, order: readonly string[]): Selecting =>
  order.reduce((query, each) => {
    const [name = '', direction] = each.split(' ');
    return query.orderBy(name, direction === 'desc' ? 'desc' : 'asc');
  }, rows);

const toColumns = ({ toRow }: AnyTable, values: object, sealing?: Sealing, id?: unknown) =>
  toRow(values, sealing, id) as Record<string, unknown>;

function buildMatch(table: AnyTable, match: object): Expression<SqlBool> {
  const row = expressionBuilder<AnyTables, string>();
  const conditions = Object.entries(match).map(([name, condition]) => {
    if (condition === null) return row(name, 'is', null);
    const [operator, value] = Array.isArray(condition) ? condition : ['=', condition];
    const isList = operator === 'in' || operator === 'not in';
    return row(name, operator, isList ? value : toColumns(table, { [name]: value })[name]);
  });
  return row.and(conditions as Expression<SqlBool>[]);
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
