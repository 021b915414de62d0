import type { Kysely } from 'kysely';

export async function createKeptKeys(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('kept_keys')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('secret', 'text', (column) => column.notNull())
    .execute();
}
