import { type Kysely, sql } from 'kysely';

/** Adds the rules of a store for agents, and to each logged call the facts that they read and their verdicts. */
export async function addStorePolicy(database: Kysely<unknown>): Promise<void> {
  await sql`alter table stores add column policy text`.execute(database);
  await sql`alter table request_log add column facts text`.execute(database);
  await sql`alter table request_log add column verdicts text`.execute(database);
}
