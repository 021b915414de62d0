import { type Kysely, sql } from 'kysely';

/** Finds the stores that every round of watching looks at, however many stores are well. */
export async function indexFaultyStores(database: Kysely<unknown>): Promise<void> {
  await sql`create index store_health_faulty on store_health (store_id)
    where state in ('warning', 'failing') or pending_state is not null`.execute(database);
}
