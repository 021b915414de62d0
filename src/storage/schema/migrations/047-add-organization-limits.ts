import { type Kysely, sql } from 'kysely';

/** Counts logged bytes from now on: calls of before leave the log after its days. */
export async function addOrganizationLimits(database: Kysely<unknown>): Promise<void> {
  await sql`alter table organizations add column limits text`.execute(database);
  await sql`create table log_sizes (
    store_id text not null references stores (id) on delete cascade,
    hour text not null,
    bytes bigint not null,
    primary key (store_id, hour)
  )`.execute(database);
  await sql`create index log_sizes_hour on log_sizes (hour)`.execute(database);
}
