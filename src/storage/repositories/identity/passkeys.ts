import type { Database } from '../../engine/database.ts';
import type { TableRecord } from '../../tables/tables.ts';
import { bindFunctions } from '../rows/bound.ts';
import { countRows, doNothing, hasChanged, hasRows, match } from '../rows/rows.ts';
import { lockAccount } from './account-rows.ts';
import { type Recorded, recordChange } from './audit.ts';

type Passkey = TableRecord<'passkeys'>;

export const createPasskeyRepository = (database: Database) =>
  bindFunctions(database, { listOfAccount, add, find, recordUse, remove });

/** Newest first. */
const listOfAccount = (database: Database, accountId: string) =>
  database
    .selectFrom('passkeys')
    .select(LISTED)
    .where('accountId', '=', accountId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute();

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
    if (!(await hasRows(connection.selectFrom('account_sessions').where('id', '=', sessionId)))) return false;
    admit(await countRows(connection.selectFrom('passkeys').where('accountId', '=', passkey.accountId)));
    const row = { ...passkey, createdAt: entry.now };
    return hasChanged(connection.insertInto('passkeys').values(row).onConflict(doNothing));
  });

const find = (database: Database, credentialId: string): Promise<Passkey | undefined> =>
  database.selectFrom('passkeys').selectAll().where('credentialId', '=', credentialId).executeTakeFirst();

/** Returns false for a passkey that was removed or used since it was found. */
const recordUse = (database: Database, { id, counter }: Passkey, newCounter: number, now: string) =>
  hasChanged(
    database
      .updateTable('passkeys')
      .set({ counter: newCounter, lastUsedAt: now })
      .where(match({ id, counter })),
  );

/** Returns false when the account has no such passkey. */
const remove = (database: Database, accountId: string, id: string, entry: Recorded): Promise<boolean> =>
  recordChange(database, entry, (connection) =>
    hasChanged(connection.deleteFrom('passkeys').where(match({ id, accountId }))),
  );
