import type { Database } from '../../engine/database.ts';
import { TABLES, type TableRecord } from '../../tables/tables.ts';
import { bindFunctions } from '../rows/bound.ts';
import { changeRows, hasChanged, match } from '../rows/rows.ts';
import type { Account } from './account-rows.ts';
import { type Recorded, record, recordChange } from './audit.ts';

type AccountSession = TableRecord<'account_sessions'>;

interface NewSession extends Omit<AccountSession, 'accountId' | 'lastUsedAt'> {
  tokenHash: string;
}

/** Sessions of browsers, found by the keyed hash of their token. */
export const createAccountSessionRepository = (database: Database) =>
  bindFunctions(database, { begin, find, prolong, listOfAccount, recordUse, end, signOut, endOthers });

/** Begins a session of an account. Returns false for a removed one, and after a concurrent change of its credentials, which ends sessions. */
const begin = (database: Database, session: NewSession, { id, credentialEpoch }: Account) =>
  database.transaction().execute(async (connection) => {
    const isCurrent = await hasChanged(
      connection.updateTable('accounts').set({ credentialEpoch }).where(match({ id, credentialEpoch })),
    );
    if (isCurrent)
      await connection
        .insertInto('account_sessions')
        .values({ ...session, accountId: id })
        .execute();
    return isCurrent;
  });

/** Returns undefined for a session that has expired. */
const find = (database: Database, tokenHash: string, now: string): Promise<AccountSession | undefined> =>
  database
    .selectFrom('account_sessions')
    .select(TABLES.account_sessions.members)
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', now)
    .executeTakeFirst();

/** Returns false for a session that has ended. */
const prolong = (database: Database, id: string, expiresAt: string): Promise<boolean> =>
  hasChanged(database.updateTable('account_sessions').set({ expiresAt }).where('id', '=', id));

/** Lists sessions that have not expired, newest first. */
const listOfAccount = (database: Database, accountId: string, now: string) =>
  database
    .selectFrom('account_sessions')
    .select(['id', 'userAgent', 'createdAt', 'lastUsedAt'])
    .where('accountId', '=', accountId)
    .where('expiresAt', '>', now)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute();

const recordUse = (database: Database, id: string, now: string) =>
  hasChanged(database.updateTable('account_sessions').set({ lastUsedAt: now }).where('id', '=', id));

/** Returns false when the account has no such session. */
const end = (database: Database, accountId: string, id: string, entry: Recorded): Promise<boolean> =>
  recordChange(database, entry, (connection) =>
    hasChanged(connection.deleteFrom('account_sessions').where(match({ id, accountId }))),
  );

/** Ends a session that signs itself out, without an entry. Idempotent. */
const signOut = (database: Database, tokenHash: string) =>
  hasChanged(database.deleteFrom('account_sessions').where('tokenHash', '=', tokenHash));

/** Ends all sessions of the account but this one. Returns how many there were. */
const endOthers = (database: Database, accountId: string, id: string, entryOf: (count: number) => Recorded) =>
  database.transaction().execute(async (connection) => {
    const others = connection.deleteFrom('account_sessions').where('accountId', '=', accountId);
    const count = await changeRows(others.where('id', '!=', id));
    await record(connection, entryOf(count));
    return count;
  });
