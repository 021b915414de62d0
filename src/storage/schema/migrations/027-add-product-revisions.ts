import { type Kysely, sql } from 'kysely';

/** Numbers the changes of each store's products, so that a reader finds those since its last read. */
export async function addProductRevisions(database: Kysely<unknown>): Promise<void> {
  await sql`alter table catalog_sizes add column revision bigint not null default 0`.execute(database);
  await sql`alter table catalog_sizes add column deleted_revision bigint not null default 0`.execute(
    database,
  );
  await sql`alter table products add column revision bigint not null default 0`.execute(database);
  await sql`create index products_revision on products (store_id, revision, number)`.execute(database);
}
