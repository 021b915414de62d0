import type { Database } from '../../engine/database.ts';
import type { TableRecord } from '../../tables/tables.ts';
import { bindFunctions } from '../rows/bound.ts';
import { insertNew, matchRows } from '../rows/rows.ts';
import { lockAccount } from './account-rows.ts';
import { type Recorded, recordChange } from './audit.ts';

type Passkey = TableRecord<'passkeys'>;

export const createPasskeyRepository = (database: Database) =>
  bindFunctions(database, { listOfAccount, add, find, recordUse, remove });

/** Newest first. */
const listOfAccount = (database: Database, accountId: string) =>
  matchRows(database, 'passkeys', { accountId }).listOf(LISTED, 'createdAt desc', 'id desc');

const LISTED = ['id', 'name', 'credentialId', 'createdAt', 'lastUsedAt'] as const;

interface AddedPasskey {
  passkey: Omit<Passkey, 'createdAt' | 'lastUsedAt'>;
  sessionId: string;
  entry: Recorded;
  /** Throws when an account may have no passkey beside the earlier ones. */
  admit(earlier: number): void;
}

/** Returns false for a credential that an account has already, and when the session has ended. */
const add = (database: Database, { passkey, sessionId, entry, admit }: AddedPasskey): Promise<boolean> =>
  recordChange(database, entry, async (connection) => {
    // A proof of the address, which ends sessions and passkeys of before, must not miss this one; raced additions are counted.
    await lockAccount(connection, passkey.accountId);
    if (!(await matchRows(connection, 'account_sessions', { id: sessionId }).exists())) return false;
    admit(await matchRows(connection, 'passkeys', { accountId: passkey.accountId }).count());
    return insertNew(connection, 'passkeys', { ...passkey, createdAt: entry.now });
  });

const find = (database: Database, credentialId: string): Promise<Passkey | undefined> =>
  matchRows(database, 'passkeys', { credentialId }).find();

/** Returns false for a passkey that was removed or used since it was found. */
const recordUse = (database: Database, { id, counter }: Passkey, newCounter: number, now: string) =>
  matchRows(database, 'passkeys', { id, counter }).update({ counter: newCounter, lastUsedAt: now });

/** Returns false when the account has no such passkey. */
const remove = (database: Database, accountId: string, id: string, entry: Recorded): Promise<boolean> =>
  recordChange(database, entry, (connection) =>
    matchRows(connection, 'passkeys', { id, accountId }).delete(),
  );
