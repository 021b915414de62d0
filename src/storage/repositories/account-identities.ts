import type { AccountRefusals } from '../../commerce/merchant/account-refusals.ts';
import type { Database } from '../engine/database.ts';
import { type Account, lockAccount } from './account-rows.ts';
import { confirmAddress } from './address-proofs.ts';
import { audit, type Recorded, recorded } from './audit.ts';
import { bound } from './bound.ts';
import { hasChanged } from './row-counts.ts';

interface IdentityKey {
  issuer: string;
  /** The provider's id of the person. */
  subject: string;
}

/** Accounts at OpenID Connect providers that sign in here: one of each provider for an account. */
export const accountIdentities = (database: Database) =>
  bound(database, { accountOf, add, connect, isConnected, remove });

/** Returns the id of the account. */
async function accountOf(database: Database, { issuer, subject }: IdentityKey): Promise<string | undefined> {
  const row = await database
    .selectFrom('account_identities')
    .select('account_id')
    .where((row) => row.and({ issuer, subject }))
    .executeTakeFirst();
  return row?.account_id;
}

type Refusals = Pick<AccountRefusals, 'identityOfAnotherAccount' | 'identityOfAnotherPerson'>;

/**
 * Connects the identity with an account of the same proved address. Throws a refusal for an account that is connected with
 * another person of the provider, whose address it may have been before, and for an identity of another account.
 */
const add = (
  database: Database,
  identity: IdentityKey,
  account: Account,
  { now, refusals }: { now: string; refusals: Refusals },
): Promise<void> =>
  database.transaction().execute(async (connection) => {
    await lockAccount(connection, account.id);
    if (await hasOther(connection, identity, account.id))
      throw refusals.identityOfAnotherPerson(account.email);
    await insert(connection, identity, account, { now, refusals });
  });

/** Connects the identity with the account that is signed in, in the place of another one, and proves its address. */
const connect = (
  database: Database,
  identity: IdentityKey,
  account: Account,
  sessionId: string | undefined,
  { now, refusals }: { now: string; refusals: Refusals },
): Promise<void> =>
  database.transaction().execute(async (connection) => {
    await lockAccount(connection, account.id);
    await confirmAddress(connection, { accountId: account.id, sessionId }, now);
    await connection
      .deleteFrom('account_identities')
      .where((row) => row.and({ issuer: identity.issuer, account_id: account.id }))
      .where('subject', '!=', identity.subject)
      .execute();
    await insert(connection, identity, account, { now, refusals });
  });

async function isConnected(database: Database, issuer: string, accountId: string): Promise<boolean> {
  const row = await database
    .selectFrom('account_identities')
    .select('subject')
    .where((row) => row.and({ issuer, account_id: accountId }))
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns false when there was none. */
const remove = (database: Database, issuer: string, accountId: string, entry: Recorded): Promise<boolean> =>
  recorded(database, entry, (connection) =>
    hasChanged(
      connection
        .deleteFrom('account_identities')
        .where('issuer', '=', issuer)
        .where('account_id', '=', accountId),
    ),
  );

async function hasOther(connection: Database, { issuer, subject }: IdentityKey, accountId: string) {
  const other = connection
    .selectFrom('account_identities')
    .select('subject')
    .where((row) => row.and({ issuer, account_id: accountId }))
    .where('subject', '!=', subject);
  return (await other.executeTakeFirst()) !== undefined;
}

/** Does nothing for an identity of this account. Throws a refusal for one of another account. */
async function insert(
  connection: Database,
  { issuer, subject }: IdentityKey,
  { id, email, name }: Account,
  { now, refusals }: { now: string; refusals: Refusals },
): Promise<void> {
  const statement = connection
    .insertInto('account_identities')
    .values({ issuer, subject, account_id: id, created_at: now })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing());
  if (await hasChanged(statement)) {
    const entry = { storeId: null, action: 'account.single_sign_on_connected' };
    return audit(connection).write({ accountId: id, name: email, person: name }, entry, now);
  }
  const owner = await connection
    .selectFrom('account_identities')
    .select('account_id')
    .where((row) => row.and({ issuer, subject }))
    .executeTakeFirst();
  if (owner?.account_id !== id) throw refusals.identityOfAnotherAccount();
}
