import { sql } from 'kysely';
import type { Count } from '../../../commerce/counts/daily-counts.ts';
import { toJsonRows } from '../../engine/both-databases.ts';
import type { Database } from '../../engine/database.ts';

/** Adds counts in one statement, skipping erased stores, and products that are not in the copy: a shop could send endless ids. */
export async function addCounts(database: Database, counts: readonly Count[]): Promise<void> {
  if (counts.length === 0) return;
  const rows = counts.map(({ storeId, lastAt, ...count }) => ({
    store_id: storeId,
    last_at: lastAt,
    ...count,
  }));
  // Sorted: transactions that add to the same rows cannot deadlock.
  rows.sort((one, other) => (toKey(one) < toKey(other) ? -1 : 1));
  await sql`insert into daily_counts (store_id, kind, day, agent, subject, detail, count, last_at)
    select item.value ->> 'store_id', item.value ->> 'kind', item.value ->> 'day', item.value ->> 'agent',
      item.value ->> 'subject', item.value ->> 'detail', cast(item.value ->> 'count' as integer), item.value ->> 'last_at'
    from ${toJsonRows(database, rows)}
    where exists (select 1 from stores where stores.id = item.value ->> 'store_id')
      and (item.value ->> 'kind' <> 'product_found' or exists (select 1 from products
        where products.store_id = item.value ->> 'store_id' and products.product_id = item.value ->> 'subject'))
    on conflict (store_id, kind, day, agent, subject, detail) do update set
      count = daily_counts.count + excluded.count,
      last_at = case when excluded.last_at > daily_counts.last_at then excluded.last_at else daily_counts.last_at end`.execute(
    database,
  );
}

function toKey(row: { store_id: string; kind: string; day: string; agent: string; subject: string }): string {
  return [row.store_id, row.kind, row.day, row.agent, row.subject].join('\n');
}
