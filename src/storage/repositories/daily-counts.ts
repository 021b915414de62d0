import { sql } from 'kysely';
import type { BuyerStep } from '../../commerce/checkout/buyer-steps.ts';
import type { CartOutcome } from '../../commerce/checkout/cart.ts';
import { jsonRows } from '../engine/both-databases.ts';
import type { Database } from '../engine/database.ts';
import type { TableRecord } from '../tables/tables.ts';

/**
 * Kinds of daily counters. `…_forgotten` counts rows that retention has deleted; `catalog_read` answered searches and look-ups,
 * `catalog_call` the calls to the shop for them.
 */
export type CountKind =
  | 'request'
  | 'verified_request'
  | 'search'
  | 'catalog_read'
  | 'catalog_call'
  | 'empty_search'
  | 'rejected_code'
  | 'policy_refused'
  | 'policy_shadow'
  | 'session_forgotten'
  | 'handoff_forgotten'
  | `${BuyerStep}_forgotten`
  | 'cart_forgotten'
  | `cart_${CartOutcome}_forgotten`
  | ProductCountKind;

/** Counts of products that searches showed, and of those in carts and sessions that retention has deleted. */
export const PRODUCT_COUNT_KINDS = [
  'product_found',
  'cart_product_forgotten',
  'session_product_forgotten',
] as const;
export type ProductCountKind = (typeof PRODUCT_COUNT_KINDS)[number];

export interface Count extends TableRecord<'daily_counts'> {
  kind: CountKind;
}

/** Adds counts in one statement, skipping erased stores, and products that are not in the copy: a shop could send endless ids. */
export async function addCounts(database: Database, counts: readonly Count[]): Promise<void> {
  if (counts.length === 0) return;
  const rows = counts.map(({ storeId, lastAt, ...count }) => ({
    store_id: storeId,
    last_at: lastAt,
    ...count,
  }));
  // Sorted: transactions that add to the same rows cannot deadlock.
  rows.sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
  await sql`insert into daily_counts (store_id, kind, day, agent, subject, detail, count, last_at)
    select item.value ->> 'store_id', item.value ->> 'kind', item.value ->> 'day', item.value ->> 'agent',
      item.value ->> 'subject', item.value ->> 'detail', cast(item.value ->> 'count' as integer), item.value ->> 'last_at'
    from ${jsonRows(database, rows)}
    where exists (select 1 from stores where stores.id = item.value ->> 'store_id')
      and (item.value ->> 'kind' <> 'product_found' or exists (select 1 from products
        where products.store_id = item.value ->> 'store_id' and products.product_id = item.value ->> 'subject'))
    on conflict (store_id, kind, day, agent, subject, detail) do update set
      count = daily_counts.count + excluded.count,
      last_at = case when excluded.last_at > daily_counts.last_at then excluded.last_at else daily_counts.last_at end`.execute(
    database,
  );
}

function keyOf(row: { store_id: string; kind: string; day: string; agent: string; subject: string }): string {
  return [row.store_id, row.kind, row.day, row.agent, row.subject].join('\n');
}
