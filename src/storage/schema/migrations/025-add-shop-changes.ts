import { type Kysely, sql } from 'kysely';
import { isSqlite } from '../../engine/both-databases.ts';

export async function addShopChanges(database: Kysely<unknown>): Promise<void> {
  await sql`alter table stores add column described_at text not null default ''`.execute(database);
  await sql`alter table catalog_imports add column currency text`.execute(database);
  await sql`alter table checkout_sessions add column order_asked_at text`.execute(database);
  const currency = isSqlite(database)
    ? sql`description ->> 'currency'`
    : sql`description::json ->> 'currency'`;
  await sql`update stores set described_at = connected_at`.execute(database);
  await sql`update catalog_imports set currency =
    (select ${currency} from stores where stores.id = catalog_imports.store_id)`.execute(database);
}
