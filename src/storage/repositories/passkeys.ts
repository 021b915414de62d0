import type { Database } from '../engine/database.ts';
import { TABLES } from '../tables/tables.ts';
import { lockAccount } from './account-rows.ts';
import { type Recorded, recorded } from './audit.ts';
import { bound } from './bound.ts';
import { allOf, firstOf } from './read-rows.ts';
import { countRows, hasChanged } from './row-counts.ts';

interface Passkey {
  id: string;
  name: string;
  createdAt: string;
  /** Null before the first sign-in. */
  lastUsedAt: string | null;
}

interface NewPasskey {
  id: string;
  accountId: string;
  name: string;
  credentialId: string;
  publicKey: string;
  counter: number;
}

interface FoundPasskey extends Omit<NewPasskey, 'name'> {}

const { fromRow, toRow } = TABLES.passkeys;

export const passkeys = (database: Database) => bound(database, { ofAccount, add, find, used, remove });

/** Newest first. */
function ofAccount(database: Database, accountId: string): Promise<(Passkey & { credentialId: string })[]> {
  const query = database
    .selectFrom('passkeys')
    .select(['id', 'name', 'credential_id', 'created_at', 'last_used_at'])
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc');
  return allOf(query, fromRow);
}

interface AddedPasskey {
  passkey: NewPasskey;
  sessionId: string;
  entry: Recorded;
  /** Throws when an account may have no passkey beside the earlier ones. */
  admit(earlier: number): void;
}

/** Returns false for a credential that an account has already, and when the session has ended. */
const add = (database: Database, { passkey, sessionId, entry, admit }: AddedPasskey): Promise<boolean> =>
  recorded(database, entry, async (connection) => {
    // A proof of the address, which ends sessions and passkeys of before, must not miss this one; raced additions are counted.
    await lockAccount(connection, passkey.accountId);
    const session = connection.selectFrom('account_sessions').select('id');
    if (!(await session.where('id', '=', sessionId).executeTakeFirst())) return false;
    admit(await countRows(connection.selectFrom('passkeys').where('account_id', '=', passkey.accountId)));
    return hasChanged(
      connection
        .insertInto('passkeys')
        .values(toRow({ ...passkey, createdAt: entry.now }))
        .onConflict((conflict) => conflict.column('credential_id').doNothing()),
    );
  });

function find(database: Database, credentialId: string): Promise<FoundPasskey | undefined> {
  const query = database
    .selectFrom('passkeys')
    .select(['id', 'account_id', 'credential_id', 'public_key', 'counter']);
  return firstOf(query.where('credential_id', '=', credentialId), fromRow);
}

/** Returns false for one that was removed or used since it was found. */
const used = (
  database: Database,
  { id, counter }: FoundPasskey,
  newCounter: number,
  now: string,
): Promise<boolean> =>
  hasChanged(
    database
      .updateTable('passkeys')
      .set({ counter: newCounter, last_used_at: now })
      .where((row) => row.and({ id, counter })),
  );

/** Returns false when the account has no such passkey. */
const remove = (database: Database, accountId: string, id: string, entry: Recorded): Promise<boolean> =>
  recorded(database, entry, (connection) =>
    hasChanged(connection.deleteFrom('passkeys').where((row) => row.and({ id, account_id: accountId }))),
  );
