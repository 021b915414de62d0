import type { Database } from '../engine/database.ts';
import { TABLES } from '../tables/tables.ts';
import type { Account } from './account-rows.ts';
import { type Recorded, record, recorded } from './audit.ts';
import { bound } from './bound.ts';
import { allOf, firstOf } from './read-rows.ts';
import { changedRows, hasChanged } from './row-counts.ts';

/** Session of a browser. */
interface AccountSession {
  id: string;
  userAgent: string;
  createdAt: string;
  /** To some minutes; null before the first use. */
  lastUsedAt: string | null;
}

interface NewSession {
  id: string;
  tokenHash: string;
  userAgent: string;
  createdAt: string;
  expiresAt: string;
}

export interface FoundSession {
  id: string;
  accountId: string;
  lastUsedAt: string | null;
  expiresAt: string;
}

const { fromRow, toRow } = TABLES.account_sessions;

/** Sessions of browsers, found by the keyed hash of their token. */
export const accountSessions = (database: Database) =>
  bound(database, { begin, find, prolong, ofAccount, used, end, signOut, endOthers });

/**
 * Begins a session of an account that was authenticated. Waits for a concurrent change of its credentials, which ends the
 * sessions of before; returns false after one, and for a removed account.
 */
const begin = (database: Database, { tokenHash, ...session }: NewSession, { id, credentialEpoch }: Account) =>
  database.transaction().execute(async (connection) => {
    const locking = connection.updateTable('accounts').set({ credential_epoch: credentialEpoch });
    if (!(await hasChanged(locking.where((row) => row.and({ id, credential_epoch: credentialEpoch })))))
      return false;
    const row = { ...toRow({ ...session, accountId: id }), token_hash: tokenHash };
    await connection.insertInto('account_sessions').values(row).execute();
    return true;
  });

/** Returns undefined for a session that has expired. */
function find(database: Database, tokenHash: string, now: string): Promise<FoundSession | undefined> {
  const query = database
    .selectFrom('account_sessions')
    .select(['id', 'account_id', 'last_used_at', 'expires_at'])
    .where('token_hash', '=', tokenHash);
  return firstOf(query.where('expires_at', '>', now), fromRow);
}

/** Returns false for a session that has ended. */
const prolong = (database: Database, id: string, expiresAt: string): Promise<boolean> =>
  hasChanged(database.updateTable('account_sessions').set({ expires_at: expiresAt }).where('id', '=', id));

/** Lists sessions that have not expired, newest first. */
async function ofAccount(database: Database, accountId: string, now: string): Promise<AccountSession[]> {
  const query = database
    .selectFrom('account_sessions')
    .select(['id', 'user_agent', 'created_at', 'last_used_at'])
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc');
  return allOf(query, fromRow);
}

async function used(database: Database, id: string, now: string): Promise<void> {
  await database.updateTable('account_sessions').set({ last_used_at: now }).where('id', '=', id).execute();
}

/** Returns false when the account has no such session. */
const end = (database: Database, accountId: string, id: string, entry: Recorded): Promise<boolean> =>
  recorded(database, entry, (connection) =>
    hasChanged(
      connection.deleteFrom('account_sessions').where((row) => row.and({ id, account_id: accountId })),
    ),
  );

/** Ends a session that signs itself out, without an entry. Idempotent. */
async function signOut(database: Database, tokenHash: string): Promise<void> {
  await database.deleteFrom('account_sessions').where('token_hash', '=', tokenHash).execute();
}

/** Ends all sessions of the account but one. Returns how many there were. */
const endOthers = (
  database: Database,
  accountId: string,
  keptId: string,
  entryOf: (count: number) => Recorded,
): Promise<number> =>
  database.transaction().execute(async (connection) => {
    const others = connection.deleteFrom('account_sessions').where('account_id', '=', accountId);
    const count = await changedRows(others.where('id', '!=', keptId));
    await record(connection, entryOf(count));
    return count;
  });
