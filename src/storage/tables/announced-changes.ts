import { type Kysely, sql } from 'kysely';
import { isSqlite } from '../engine/both-databases.ts';

export const CHANGES_CHANNEL = 'ucp_host_changes';

/** Tables whose rows processes keep in memory; SQLite announces every commit by itself. */
const ANNOUNCED_TABLES = ['stores', 'custom_domains', 'signing_keys'] as const;

export type AnnouncedTable = (typeof ANNOUNCED_TABLES)[number];

/** Makes PostgreSQL notify all processes of changes of cached rows, and count the changes for processes that miss a notification. */
export async function announceChanges(database: Kysely<unknown>): Promise<void> {
  if (isSqlite(database)) return;
  const run = (statement: string) => sql.raw(statement).execute(database);
  await run('create table cached_rows_version (version bigint not null)');
  await run('insert into cached_rows_version values (0)');
  // Once for each transaction, at its commit: the lock of the one row is held while the commit is written only.
  await run(`create function announce_change() returns trigger language plpgsql as $$
    begin
      if current_setting('ucp_host.announced', true) is distinct from txid_current()::text then
        perform set_config('ucp_host.announced', txid_current()::text, true);
        update cached_rows_version set version = version + 1;
        perform pg_notify('${CHANGES_CHANNEL}', '');
      end if;
      return null;
    end $$`);
  for (const table of ANNOUNCED_TABLES) {
    const announce = 'deferrable initially deferred for each row';
    await run(`create constraint trigger ${table}_come_or_gone after insert or delete on ${table}
      ${announce} execute function announce_change()`);
    await run(`create constraint trigger ${table}_changed after update on ${table}
      ${announce} when (old.* is distinct from new.*) execute function announce_change()`);
  }
}
