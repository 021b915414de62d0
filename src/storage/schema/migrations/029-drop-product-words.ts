import { type Kysely, sql } from 'kysely';
import { isSqlite } from '../../engine/both-databases.ts';

const TRIGGERS = ['products_inserted', 'products_updated', 'products_deleted'];

/** Drops the full-text search of the databases: catalogs are ranked in an index in memory (docs/decisions/0018-search-index.md). */
export async function dropProductWords(database: Kysely<unknown>): Promise<void> {
  if (isSqlite(database)) {
    for (const trigger of TRIGGERS) await sql`drop trigger ${sql.id(trigger)}`.execute(database);
    await sql`drop table product_words`.execute(database);
  } else {
    await sql`alter table products drop column word_index`.execute(database);
  }
  await sql`alter table products drop column words`.execute(database);
}
