import type { Kysely } from 'kysely';

export async function createRateWindows(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('rate_windows')
    .addColumn('bucket', 'text', (column) => column.notNull())
    .addColumn('ends_at', 'text', (column) => column.notNull())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('rate_windows_key', ['bucket', 'ends_at'])
    .execute();
  await database.schema.createIndex('rate_windows_age').on('rate_windows').columns(['ends_at']).execute();
}
