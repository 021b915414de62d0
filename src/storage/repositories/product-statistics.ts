import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../engine/database.ts';
import { jsonElements } from '../engine/both-databases.ts';
import type { ProductCountKind } from './daily-counts.ts';
import { dayAfter, isCounted, type Period } from './statistics.ts';

/** How agents met a product in a period. */
export interface ProductFigures {
  /** Searches that showed it. */
  found: number;
  /** Lines of carts. */
  carts: number;
  /** Lines of checkout sessions. */
  checkouts: number;
  /** Pieces in orders, without canceled and refunded ones. */
  sold: number;
}

interface ProductSum {
  product_id: string;
  sum: number | string;
}

/** Figures by product. Carts, sessions and orders are read as they are: nothing is counted twice or lost in a crash. */
export function productStatistics(database: Database) {
  /** Sums over the lines of one table. */
  async function inLines(
    table: 'carts' | 'checkout_sessions' | 'orders',
    sum: RawBuilder<number>,
    storeId: string,
    { from, to }: Period,
  ): Promise<ProductSum[]> {
    const sold = table === 'orders' ? sql`and status not in ('canceled', 'refunded')` : sql``;
    const { rows } = await sql<ProductSum>`select products.product_id, ${sum} as sum
      from (select lines from ${sql.table(table)} where store_id = ${storeId} and created_at >= ${from}
        and created_at < ${dayAfter(to)} and ${isCounted} ${sold}) as made
      cross join ${jsonElements(database, sql<string>`made.lines`)}
      join product_variants on product_variants.store_id = ${storeId}
        and product_variants.variant_id = item.value ->> 'variantId'
      join products on products.number = product_variants.product_number
      group by products.product_id`.execute(database);
    return rows;
  }

  const counted = (kind: ProductCountKind, storeId: string, { from, to }: Period) =>
    database
      .selectFrom('daily_counts')
      .where('daily_counts.store_id', '=', storeId)
      .where('kind', '=', kind)
      .where('day', '>=', from)
      .where('day', '<=', to)
      .select(({ fn }) => fn.sum<number>('count').as('sum'));

  /** Lines of carts or sessions that retention has deleted. */
  const forgotten = (kind: ProductCountKind, storeId: string, period: Period): Promise<ProductSum[]> =>
    counted(kind, storeId, period)
      .innerJoin('product_variants', (join) =>
        join
          .onRef('product_variants.store_id', '=', 'daily_counts.store_id')
          .onRef('product_variants.variant_id', '=', 'daily_counts.subject'),
      )
      .innerJoin('products', 'products.number', 'product_variants.product_number')
      .select('products.product_id')
      .groupBy('products.product_id')
      .execute();

  const found = (storeId: string, period: Period): Promise<ProductSum[]> =>
    counted('product_found', storeId, period).select('subject as product_id').groupBy('subject').execute();

  /** Returns figures by product GID; a product without any is absent. */
  return async (storeId: string, period: Period): Promise<Map<string, ProductFigures>> => {
    const lines = sql<number>`count(*)`;
    const pieces = sql<number>`sum(cast(item.value ->> 'quantity' as integer))`;
    const sums: [keyof ProductFigures, Promise<ProductSum[]>][] = [
      ['found', found(storeId, period)],
      ['carts', inLines('carts', lines, storeId, period)],
      ['carts', forgotten('cart_product_forgotten', storeId, period)],
      ['checkouts', inLines('checkout_sessions', lines, storeId, period)],
      ['checkouts', forgotten('session_product_forgotten', storeId, period)],
      ['sold', inLines('orders', pieces, storeId, period)],
    ];
    const figures = new Map<string, ProductFigures>();
    const read = await Promise.all(sums.map(async ([name, rows]) => ({ name, rows: await rows })));
    for (const { name, rows } of read) {
      for (const { product_id: id, sum } of rows) {
        const known = figures.get(id) ?? { found: 0, carts: 0, checkouts: 0, sold: 0 };
        figures.set(id, { ...known, [name]: known[name] + Number(sum) });
      }
    }
    return figures;
  };
}
