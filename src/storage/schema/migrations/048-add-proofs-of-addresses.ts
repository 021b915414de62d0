import type { Kysely } from 'kysely';

/** Links and invitations of earlier versions count as handed over: persons who invited have read theirs. */
export async function addProofsOfAddresses(database: Kysely<unknown>): Promise<void> {
  const columns = [
    ['accounts', 'credential_epoch'],
    ['one_time_links', 'is_mailed'],
    ['invitations', 'is_mailed'],
  ] as const;
  for (const [table, name] of columns)
    await database.schema
      .alterTable(table)
      .addColumn(name, 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
}
