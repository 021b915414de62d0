import { type Kysely, sql } from 'kysely';

/** Indexes the rows that retention deletes; a session with an order is kept. */
export async function indexEndedRows(database: Kysely<unknown>): Promise<void> {
  await sql`create index checkout_sessions_over on checkout_sessions (updated_at)
    where status in ('failed', 'completed') and order_id is null`.execute(database);
  await sql`create index carts_over on carts (updated_at) where status = 'canceled'`.execute(database);
}
