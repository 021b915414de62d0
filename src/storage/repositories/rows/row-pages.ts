import { type Expression, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Instant } from '../../../commerce/time/time.ts';
import { type Database, toUntyped } from '../../engine/database.ts';
import type { Tables } from '../../tables/tables.ts';
import { countRows } from './rows.ts';

/** Place behind a row of a sorted list. Rows that come or go meanwhile do not move it. */
export interface RowPosition {
  /** Value that the list is sorted by. */
  key: string | number;
  /** Sorts rows with the same value. */
  id: string;
}

/** Part of a list: the page that begins `offset` rows behind a position, or behind the beginning. */
export interface Page {
  limit: number;
  offset: number;
  after?: RowPosition | undefined;
  /** False: the total is left out, as 0. */
  isCounted?: boolean;
}

export interface Listed<Item> {
  items: Item[];
  /** Rows of the whole list, including rows before the page; for a bounded list, the examined rows that match. */
  total: number;
  /** Position from which the list goes on; null at its end. */
  next: RowPosition | null;
  /** Instant at which a bounded list ended its search; null when it examined all rows. */
  searchedTo: Instant | null;
}

export interface RowOrder {
  /** Never null. */
  by: Expression<unknown>;
  direction?: 'asc' | 'desc';
  /** Column that sorts rows with the same value. */
  id?: string;
}

type Rows<Source, Table extends keyof Source, Row> = SelectQueryBuilder<Source, Table, Row>;

/** Returns a page of rows in an order. `all`: rows to count, where `rows` are limited themselves. */
export async function listPage<Source, Table extends keyof Source, Row extends object, Result>(
  rows: Rows<Source, Table, Row>,
  order: RowOrder,
  page: Page,
  toRecord: (row: Row) => Result,
  all: Rows<Source, Table, object> = rows,
): Promise<Listed<Result>> {
  const { limit, offset, after, isCounted = true } = page;
  const isDeep = offset > MAX_SKIPPED && all === rows;
  const start = isDeep ? await findStart(rows, order, page) : { rows, skipped: 0 };
  const entries = await sortRowsAfter(start.rows, order, after)
    .select([sql`${order.by}`.as('positionKey'), sql.ref(order.id ?? 'id').as('positionId')])
    .limit(limit + 1)
    .offset(offset - start.skipped)
    .$castTo<Row & { positionKey: string | number; positionId: string | number }>()
    .execute();
  const last = entries.length > limit ? entries[limit - 1] : undefined;
  const countAll = async () =>
    isDeep && !after ? start.skipped + (await countRows(start.rows)) : countRows(all);
  // A page that ends the list counts it.
  const isWhole = !after && !last && (entries.length > 0 || offset === 0);
  return {
    items: entries.slice(0, limit).map((row) => toRecord(row)),
    total: isWhole ? offset + entries.length : isCounted ? await countAll() : 0,
    next: last ? { key: last.positionKey, id: String(last.positionId) } : null,
    searchedTo: null,
  };
}

/** Rows that are read to be skipped. */
const MAX_SKIPPED = 1_000;

/** Keys before a page that are read: the rows before it need no count unless all of these are equal to its first. */
const KEYS_BEFORE = 50;

/** Leaves out rows before a page that an index alone can count: all but rows with the value of its first row. */
async function findStart<Source, Table extends keyof Source, Row>(
  rows: Rows<Source, Table, Row>,
  { by, direction = 'desc' }: RowOrder,
  { offset, after }: Page,
): Promise<{ rows: Rows<Source, Table, Row>; skipped: number }> {
  const behind = rows.where(matchRowsAfter(after, { by, direction })).clearSelect();
  const keys = await behind
    .select(sql<string | number>`${by}`.as('key'))
    .orderBy(sql`${by} ${sql.raw(direction)}`)
    .limit(KEYS_BEFORE + 1)
    .offset(offset - KEYS_BEFORE)
    .$castTo<{ key: string | number }>()
    .execute();
  const first = keys[KEYS_BEFORE];
  if (!first) return { rows, skipped: 0 };
  const [before, from] = direction === 'desc' ? (['>', '<='] as const) : (['<', '>='] as const);
  const compareToFirst = (operator: string) => sql<SqlBool>`${by} ${sql.raw(operator)} ${first.key}`;
  const equal = keys.findIndex(({ key }) => key === first.key);
  const skipped =
    equal > 0 ? offset - KEYS_BEFORE + equal : await countRows(behind.where(compareToFirst(before)));
  return { rows: rows.where(compareToFirst(from)), skipped };
}

/** Sorts rows, and leaves out rows up to a position. */
export function sortRowsAfter<Source, Table extends keyof Source, Row>(
  rows: Rows<Source, Table, Row>,
  order: RowOrder,
  after?: RowPosition,
): Rows<Source, Table, Row> {
  const { by, direction = 'desc', id = 'id' } = order;
  return rows
    .where(matchRowsAfter(after, order))
    .orderBy(sql`${by} ${sql.raw(direction)}`)
    .orderBy(sql.ref(id));
}

/** Matches the rows after a position, and all rows without one. */
export function matchRowsAfter(
  position: RowPosition | undefined,
  { by, direction = 'desc', id: name = 'id' }: RowOrder,
): Expression<SqlBool> {
  if (!position) return sql<SqlBool>`1 = 1`;
  const { key, id } = position;
  const beyond = sql.raw(direction === 'desc' ? '<' : '>');
  return sql<SqlBool>`(${by} ${beyond}= ${key} and (${by} ${beyond} ${key} or ${sql.ref(name)} > ${id}))`;
}

/** From `since` on, before `until`. */
export interface Span {
  since?: Instant | undefined;
  until?: Instant | undefined;
}

/** Matches the rows whose instant lies in a span. */
export function matchRowsWithin({ since, until }: Span, column: string): Expression<SqlBool> {
  const at = sql.ref(column);
  const from = since === undefined ? sql`1 = 1` : sql`${at} >= ${since}`;
  const to = until === undefined ? sql`1 = 1` : sql`${at} < ${until}`;
  return sql<SqlBool>`(${from} and ${to})`;
}

/** Rows that a page examines where no index has what a list is filtered or sorted by: about 100 ms of SQLite. */
export const MAX_EXAMINED = 20_000;

/** Sorts behind the id of every row. */
const BEHIND_ALL_IDS = 'zzzzzzzz';

/** Rows of a store with the instant by which they are indexed. */
interface Examined extends Span {
  tables: readonly (keyof Tables)[];
  storeId: string;
  at: 'at' | 'createdAt';
}

/**
 * Returns a page after reading at most about `MAX_EXAMINED` rows: the newest rows, or the rows behind the position of a list
 * that is sorted by their instant, whose next page goes on where the search ended. `list` gets their condition.
 */
export async function listExamined<Item>(
  database: Database,
  { tables, ...examined }: Examined,
  { direction = 'desc', after }: Pick<RowOrder, 'direction'> & Pick<Page, 'after'>,
  list: (isExamined: Expression<SqlBool>) => Promise<Listed<Item>>,
  isSortedByInstant = true,
): Promise<Listed<Item>> {
  const order = { by: sql.ref(examined.at), direction: isSortedByInstant ? direction : 'desc' } as const;
  const isAfter = matchRowsAfter(isSortedByInstant ? after : undefined, order);
  const ends = await Promise.all(
    tables.map((table) => findEnd(database, table, examined, { ...order, isAfter })),
  );
  const reached = ends.filter((end) => end !== undefined).toSorted();
  const searchedTo = order.direction === 'desc' ? reached.at(-1) : reached[0];
  if (searchedTo === undefined) return list(isAfter);
  const isBefore = sql`${order.by} ${sql.raw(order.direction === 'desc' ? '>=' : '<=')} ${searchedTo}`;
  const page = await list(sql<SqlBool>`(${isBefore} and ${isAfter})`);
  const end = isSortedByInstant ? { key: searchedTo, id: BEHIND_ALL_IDS } : null;
  return { ...page, next: page.next ?? end, searchedTo };
}

/** Returns the instant of the row behind which no more are examined; undefined where there are fewer. */
async function findEnd(
  database: Database,
  table: keyof Tables,
  { storeId, at, ...span }: Omit<Examined, 'tables'>,
  { by, direction, isAfter }: Required<Omit<RowOrder, 'id'>> & { isAfter: Expression<SqlBool> },
): Promise<Instant | undefined> {
  const row = await toUntyped(database)
    .selectFrom<string>(table)
    .select(sql<Instant>`${by}`.as('at'))
    .where('storeId', '=', storeId)
    .where(matchRowsWithin(span, at))
    .where(isAfter)
    .orderBy(sql`${by}`, direction)
    .limit(1)
    .offset(MAX_EXAMINED)
    .executeTakeFirst();
  return row?.at;
}
