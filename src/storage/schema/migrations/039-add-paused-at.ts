import type { Kysely } from 'kysely';

/** The triggers of migration 036 compare whole rows, so that they announce this column too. */
export async function addPausedAt(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable('stores').addColumn('paused_at', 'text').execute();
}
