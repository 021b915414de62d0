import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { ProductCountKind } from '../../../commerce/counts/daily-counts.ts';
import type { SoldLine } from '../../../commerce/order/order.ts';
import { toSpan } from '../../../commerce/time/days.ts';
import { toJsonRows } from '../../engine/both-databases.ts';
import type { Database } from '../../engine/database.ts';
import { match } from '../rows/rows.ts';
import { type CountedPeriod, sumBySubject, withTests } from './statistics.ts';

/** How agents met a product in a period. */
export interface ProductFigures {
  /** Searches that showed it. */
  found: number;
  /** Lines of carts. */
  carts: number;
  /** Lines of checkout sessions. */
  checkouts: number;
  /** Number of pieces in orders, without canceled and refunded ones. */
  sold: number;
}

type Sums = Map<string, number>;

/** Rows that are read in one go: the lists of their lines are parsed in some ten milliseconds. */
const BATCH_SIZE = 4_000;

/** Figures by product. Carts, sessions and orders are read as they are: nothing is counted twice or lost in a crash. */
export const createProductStatistics = (database: Database) => sumFigures.bind(undefined, database);

/** `figures`: by product GID; a product that no agent has met is absent. `rowCount`: carts, sessions and orders that were read. */
export interface SummedFigures {
  figures: ReadonlyMap<string, ProductFigures>;
  rowCount: number;
}

async function sumFigures(database: Database, storeId: string, period: CountedPeriod) {
  let rowCount = 0;
  const sumLines = async (...[table, countOf]: [LineTable, (line: SoldLine) => number]) => {
    const summed = await sumLinesOf(database, table, countOf, storeId, period);
    rowCount += summed.rowCount;
    return summed.sums;
  };
  const countKind = (kind: ProductCountKind) => sumBySubject(database, storeId, kind, period, null);
  const searches = await countKind('product_found');
  const byVariant: [keyof ProductFigures, Sums][] = [
    ['carts', await sumLines('carts', () => 1)],
    // Lines of carts and sessions that retention has deleted.
    ['carts', await countKind('cart_product_forgotten')],
    ['checkouts', await sumLines('checkout_sessions', () => 1)],
    ['checkouts', await countKind('session_product_forgotten')],
    ['sold', await sumLines('orders', ({ quantity }) => quantity)],
    ['sold', await sumLines('cart_orders', ({ quantity }) => quantity)],
  ];
  const variantIds = new Set(byVariant.flatMap(([, sums]) => [...sums.keys()]));
  const products = await findProductsOfVariants(database, storeId, variantIds);
  const figures = new Map<string, ProductFigures>();
  const addTo = (id: string, name: keyof ProductFigures, count: number) => {
    const former = figures.get(id) ?? { found: 0, carts: 0, checkouts: 0, sold: 0 };
    figures.set(id, { ...former, [name]: former[name] + count });
  };
  for (const [id, count] of searches) addTo(id, 'found', count);
  for (const [name, sums] of byVariant)
    for (const [variantId, count] of sums) {
      const id = products.get(variantId);
      if (id !== undefined) addTo(id, name, count);
    }
  return { figures, rowCount };
}

type LineTable = 'carts' | 'checkout_sessions' | 'orders' | 'cart_orders';

/** Sums the lines of one table by variant, and yields to agents after each batch. */
async function sumLinesOf(
  database: Database,
  table: LineTable,
  countOf: (line: SoldLine) => number,
  storeId: string,
  period: CountedPeriod,
): Promise<{ sums: Sums; rowCount: number }> {
  const sums: Sums = new Map();
  let rowCount = 0;
  const { begin, end } = toSpan(period);
  for (let from: string | undefined = begin; from !== undefined; ) {
    const next: string | undefined = await findNextBatch(database, table, storeId, { from, end });
    // One text of all rows: as rows of the driver they would take twice as long.
    const { texts } = await database
      .selectFrom(table)
      .select(sql<string | null>`string_agg(lines, ',')`.as('texts'))
      .where('storeId', '=', storeId)
      .where('createdAt', '>=', from)
      .where('createdAt', '<', next ?? end)
      .where(withTests(period.tests))
      .$if(table === 'orders' || table === 'cart_orders', (query) =>
        query.where('status', 'not in', ['canceled', 'refunded']),
      )
      .executeTakeFirstOrThrow();
    const lists: SoldLine[][] = JSON.parse(`[${texts ?? ''}]`);
    for (const line of lists.flat())
      if (line.variantId !== null) sums.set(line.variantId, (sums.get(line.variantId) ?? 0) + countOf(line));
    rowCount += lists.length;
    from = next;
    await setImmediate();
  }
  return { sums, rowCount };
}

/** Returns the instant at which the next batch begins; undefined for the last one. */
async function findNextBatch(
  database: Database,
  table: LineTable,
  storeId: string,
  { from, end }: { from: string; end: string },
): Promise<string | undefined> {
  const row = await database
    .selectFrom(table)
    .select('createdAt')
    .where('storeId', '=', storeId)
    .where('createdAt', '>', from)
    .where('createdAt', '<', end)
    .orderBy('createdAt')
    .offset(BATCH_SIZE)
    .limit(1)
    .executeTakeFirst();
  return row?.createdAt;
}

/** Returns the products of variants; variants that are not in the copy are absent. */
async function findProductsOfVariants(database: Database, storeId: string, variantIds: Iterable<string>) {
  const ids = Array.from(variantIds, (id) => ({ id }));
  // The order of a cross join binds SQLite: else it looks through all wanted variants for each of the catalog.
  const rows = await database
    .selectFrom(toJsonRows(database, { id: 'text' }, ids))
    .crossJoin('product_variants')
    .innerJoin('products', 'products.number', 'product_variants.productNumber')
    .select(['product_variants.variantId', 'products.productId'])
    .where(match({ 'product_variants.storeId': storeId, 'products.storeId': storeId }))
    .whereRef('product_variants.variantId', '=', 'item.id')
    .execute();
  return new Map(rows.map(({ variantId, productId }) => [variantId, productId]));
}
