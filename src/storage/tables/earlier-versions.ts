import { type Kysely, sql } from 'kysely';
import { CommerceError } from '../../commerce/errors.ts';
import { isSqlite } from '../engine/both-databases.ts';
import { createTables } from './create-tables.ts';
import { accountPasswords, accountSessions } from './sign-in.ts';

/** Last commit whose migrations lead to the baseline, and the last one of them. */
const LAST_COMMIT = 'f4fc3f1f3c19d9e661c962ffa163d264143494eb';
const LAST_MIGRATION = '052-add-paid';

/**
 * Makes a database that the last commit before the baseline has migrated one of the baseline: only the tables of accounts differ.
 * Safe to repeat, and to run in several processes at once. Throws `conflict`, with nothing written, for an earlier one.
 */
export async function adoptEarlierVersion<Tables>(database: Kysely<Tables>, baseline: string): Promise<void> {
  const ranAt = await earlierVersionOf(database, baseline);
  if (ranAt === undefined) return;
  await database.transaction().execute(async (connection) => {
    const adopting = sql`delete from kysely_migration where name = ${LAST_MIGRATION}`.execute(connection);
    if (!(await adopting).numAffectedRows) return;
    await sql`delete from kysely_migration`.execute(connection);
    await sql`insert into kysely_migration (name, timestamp) values (${baseline}, ${ranAt})`.execute(
      connection,
    );
    await reshapeAccounts(connection);
  });
}

/** Keeps passwords and passkeys; sessions, whose tokens were stored, end. */
async function reshapeAccounts<Tables>(connection: Kysely<Tables>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(connection);
  await run('alter table account_passwords rename to earlier_passwords');
  for (const table of ['account_sessions', 'account_verifications']) await run(`drop table ${table}`);
  await createTables(connection, [accountSessions, accountPasswords]);
  await run(`insert into account_passwords (account_id, password_hash, updated_at)
    select account_id, password, updated_at from earlier_passwords where password is not null`);
  await run('drop table earlier_passwords');
  for (const column of ['image', 'updated_at']) await run(`alter table accounts drop column ${column}`);
  for (const column of ['device_type', 'backed_up', 'transports', 'aaguid'])
    await run(`alter table passkeys drop column ${column}`);
}

/**
 * Returns the ISO instant of the last migration before the baseline; undefined for a database of the baseline and an empty one.
 * Throws `conflict` for a database that the last commit has not migrated.
 */
export async function earlierVersionOf<Tables>(
  database: Kysely<Tables>,
  baseline: string,
): Promise<string | undefined> {
  if (!(await hasMigrations(database))) return undefined;
  const { rows } = await sql<{ name: string; timestamp: string }>`select name, timestamp from kysely_migration
    order by name`.execute(database);
  const last = rows.at(-1);
  if (last === undefined || rows.some(({ name }) => name === baseline)) return undefined;
  if (last.name === LAST_MIGRATION) return last.timestamp;
  throw new CommerceError(
    'conflict',
    `This database is of an earlier version (${last.name}): check out commit ${LAST_COMMIT}, run "ucp-host migrate" there, and come back.`,
  );
}

async function hasMigrations<Tables>(database: Kysely<Tables>): Promise<boolean> {
  const { rows } = isSqlite(database)
    ? await sql`select 1 from sqlite_master where name = 'kysely_migration'`.execute(database)
    : await sql`select 1 where to_regclass('kysely_migration') is not null`.execute(database);
  return rows.length > 0;
}
