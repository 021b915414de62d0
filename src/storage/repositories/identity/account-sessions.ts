import type { Database } from '../../engine/database.ts';
import type { TableRecord } from '../../tables/tables.ts';
import { bindFunctions } from '../rows/bound.ts';
import { changeRows, insertRow, matchRows } from '../rows/rows.ts';
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
    const locking = matchRows(connection, 'accounts', { id, credentialEpoch });
    const isCurrent = await locking.update({ credentialEpoch });
    if (isCurrent) await insertRow(connection, 'account_sessions', { ...session, accountId: id });
    return isCurrent;
  });

/** Returns undefined for a session that has expired. */
const find = (database: Database, tokenHash: string, now: string): Promise<AccountSession | undefined> =>
  matchRows(database, 'account_sessions', { tokenHash, expiresAt: ['>', now] }).find();

/** Returns false for a session that has ended. */
const prolong = (database: Database, id: string, expiresAt: string): Promise<boolean> =>
  matchRows(database, 'account_sessions', { id }).update({ expiresAt });

/** Lists sessions that have not expired, newest first. */
const listOfAccount = (database: Database, accountId: string, now: string) =>
  matchRows(database, 'account_sessions', { accountId, expiresAt: ['>', now] }).listOf(
    ['id', 'userAgent', 'createdAt', 'lastUsedAt'],
    'createdAt desc',
    'id desc',
  );

const recordUse = (database: Database, id: string, now: string) =>
  matchRows(database, 'account_sessions', { id }).update({ lastUsedAt: now });

/** Returns false when the account has no such session. */
const end = (database: Database, accountId: string, id: string, entry: Recorded): Promise<boolean> =>
  recordChange(database, entry, (connection) =>
    matchRows(connection, 'account_sessions', { id, accountId }).delete(),
  );

/** Ends a session that signs itself out, without an entry. Idempotent. */
const signOut = (database: Database, tokenHash: string) =>
  matchRows(database, 'account_sessions', { tokenHash }).delete();

/** Ends all sessions of the account but this one. Returns how many there were. */
const endOthers = (database: Database, accountId: string, id: string, entryOf: (count: number) => Recorded) =>
  database.transaction().execute(async (connection) => {
    const others = connection.deleteFrom('account_sessions').where('accountId', '=', accountId);
    const count = await changeRows(others.where('id', '!=', id));
    await record(connection, entryOf(count));
    return count;
  });
