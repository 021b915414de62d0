import { sql } from 'kysely';
import type { Count } from '../../../commerce/counts/daily-counts.ts';
import type { Database } from '../../engine/database.ts';
import { TABLES } from '../../tables/tables.ts';
import { insertJsonRows, itemOf } from '../rows/rows.ts';

/** Adds counts in one statement, skipping erased stores, and products that are not in the copy: a shop could send endless ids. */
export async function addCounts(database: Database, counts: readonly Count[]): Promise<void> {
  if (counts.length === 0) return;
  const rows = counts.map((count) => TABLES.daily_counts.toRow(count));
  // Sorted: transactions that add to the same rows cannot deadlock.
  rows.sort((one, other) => (toKey(one) < toKey(other) ? -1 : 1));
  const { selectFrom, exists, eb, and, or } = itemOf<'daily_counts'>();
  const store = selectFrom('stores').select('id').whereRef('id', '=', 'item.storeId');
  const product = selectFrom('products')
    .select('number')
    .whereRef('products.storeId', '=', 'item.storeId')
    .whereRef('productId', '=', 'item.subject');
  const isNoProduct = eb('item.kind', '<>', 'product_found');
  await insertJsonRows(
    database,
    'daily_counts',
    rows,
    and([exists(store), or([isNoProduct, exists(product)])]),
  )
    .onConflict((conflict) =>
      conflict.columns(['storeId', 'kind', 'day', 'agent', 'subject', 'detail']).doUpdateSet({
        count: sql`daily_counts.count + excluded.count`,
        lastAt: sql`case when excluded.last_at > daily_counts.last_at then excluded.last_at else daily_counts.last_at end`,
      }),
    )
    .execute();
}

function toKey(row: { storeId: string; kind: string; day: string; agent: string; subject: string }): string {
  return [row.storeId, row.kind, row.day, row.agent, row.subject].join('\n');
}
