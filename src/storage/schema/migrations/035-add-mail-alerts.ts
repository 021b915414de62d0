import type { Kysely } from 'kysely';

export async function addMailAlerts(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .alterTable('stores')
    .addColumn('mail_alerts', 'integer', (column) => column.notNull().defaultTo(1))
    .execute();
}
