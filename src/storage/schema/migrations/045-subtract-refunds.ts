import { type Kysely, sql } from 'kysely';
import { isSqlite } from '../../engine/both-databases.ts';

/** Makes the summed total of each order what was paid and not refunded. */
export async function subtractRefunds(database: Kysely<unknown>): Promise<void> {
  const refunds = isSqlite(database)
    ? sql`json_each(progress, '$.refunds')`
    : sql`json_array_elements(cast(progress as json) -> 'refunds')`;
  await sql`update orders
    set total = total - (select coalesce(sum(cast(value ->> 'amount' as bigint)), 0) from ${refunds})
    where progress like '%"amount"%'`.execute(database);
}
