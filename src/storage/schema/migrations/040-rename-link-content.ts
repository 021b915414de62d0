import type { Kysely } from 'kysely';

/** Nothing was ever stored in the column: it now holds the address that a link to sign up was mailed to. */
export async function renameLinkContent(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable('one_time_links').renameColumn('content', 'email').execute();
}
