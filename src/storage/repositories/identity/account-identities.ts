import { sql } from 'kysely';
import type { AccountRefusals } from '../../../commerce/merchant/account-refusals.ts';
import type { Database } from '../../engine/database.ts';
import { bindFunctions } from '../rows/bound.ts';
import { doNothing, hasChanged, hasRows, match } from '../rows/rows.ts';
import { type Account, lockAccount } from './account-rows.ts';
import { confirmAddress } from './address-proofs.ts';
import { type Recorded, record, recordChange } from './audit.ts';

interface IdentityKey {
  issuer: string;
  /** The provider's id of the person. */
  subject: string;
}

/** Accounts at OpenID Connect providers that sign in here: one of each provider for an account. */
export const createAccountIdentityRepository = (database: Database) =>
  bindFunctions(database, { findAccountId, add, connect, isConnected, remove });

async function findAccountId(database: Database, { issuer, subject }: IdentityKey) {
  const row = await database
    .selectFrom('account_identities')
    .select(['accountId'])
    .where(match({ issuer, subject }))
    .executeTakeFirst();
  return row?.accountId;
}

interface Connecting {
  now: string;
  refusals: Pick<AccountRefusals, 'identityOfAnotherAccount' | 'identityOfAnotherPerson'>;
}

/** Connects the identity with an account of the same proved address. Throws a refusal where either is connected with another. */
const add = (database: Database, identity: IdentityKey, account: Account, at: Connecting): Promise<void> =>
  database.transaction().execute(async (connection) => {
    await lockAccount(connection, account.id);
    const others = connection.selectFrom('account_identities').where(isOther(identity, account.id));
    if (await hasRows(others)) throw at.refusals.identityOfAnotherPerson(account.email);
    await insert(connection, identity, account, at);
  });

/** Connects the identity with the account that is signed in, in the place of another one, and proves its address. */
const connect = (
  database: Database,
  identity: IdentityKey,
  account: Account,
  sessionId: string | undefined,
  at: Connecting,
): Promise<void> =>
  database.transaction().execute(async (connection) => {
    await lockAccount(connection, account.id);
    await confirmAddress(connection, { accountId: account.id, sessionId }, at.now);
    await connection.deleteFrom('account_identities').where(isOther(identity, account.id)).execute();
    await insert(connection, identity, account, at);
  });

const isConnected = (database: Database, issuer: string, accountId: string): Promise<boolean> =>
  hasRows(database.selectFrom('account_identities').where(match({ issuer, accountId })));

/** Returns false when there was none. */
const remove = (database: Database, issuer: string, accountId: string, entry: Recorded): Promise<boolean> =>
  recordChange(database, entry, (connection) =>
    hasChanged(connection.deleteFrom('account_identities').where(match({ issuer, accountId }))),
  );

/** Identities of the account at the same provider, of other persons. */
const isOther = ({ issuer, subject }: IdentityKey, accountId: string) =>
  sql<boolean>`issuer = ${issuer} and account_id = ${accountId} and subject <> ${subject}`;

/** Does nothing for an identity of this account. Throws a refusal for one of another account. */
async function insert(connection: Database, identity: IdentityKey, account: Account, at: Connecting) {
  const { now, refusals } = at;
  const { issuer, subject } = identity;
  const { id, email, name } = account;
  const row = { issuer, subject, accountId: id, createdAt: now };
  if (await hasChanged(connection.insertInto('account_identities').values(row).onConflict(doNothing))) {
    const actor = { accountId: id, name: email, person: name };
    return record(connection, { actor, action: 'account.single_sign_on_connected', now });
  }
  if ((await findAccountId(connection, { issuer, subject })) !== id)
    throw refusals.identityOfAnotherAccount();
}
