import type { Kysely } from 'kysely';

export async function addTimeZone(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable('stores').addColumn('time_zone', 'text').execute();
}
