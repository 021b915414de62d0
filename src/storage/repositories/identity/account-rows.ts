import { type RawBuilder, sql } from 'kysely';
import { createAccountGoneError } from '../../../commerce/errors.ts';
import { normalizeEmail } from '../../../commerce/merchant/email-address.ts';
import type { Database } from '../../engine/database.ts';
import type { TableRecord } from '../../tables/tables.ts';
import { doNothing, hasChanged, match } from '../rows/rows.ts';

export type Account = TableRecord<'accounts'>;

export interface NewAccount extends Omit<Account, 'credentialEpoch' | 'createdAt'> {
  /** Undefined for an account that signs in by single sign-on only. */
  passwordHash: string | undefined;
}

interface Password {
  id: string;
  passwordHash: string;
}

/** Returns undefined for an e-mail address in use. */
export async function insertAccount(connection: Database, newAccount: NewAccount, now: string) {
  const { passwordHash, ...account } = newAccount;
  const record = { ...account, email: normalizeEmail(account.email), credentialEpoch: 0, createdAt: now };
  const { id } = record;
  if (!(await hasChanged(connection.insertInto('accounts').values(record).onConflict(doNothing))))
    return undefined;
  if (passwordHash !== undefined) await setPassword(connection, { id, passwordHash }, now);
  return record;
}

/** Deletes the pairing codes of an account or an organization that no site has used. */
export async function deleteUnpairedCodes(
  connection: Database,
  of: { accountId?: string; organizationId?: string },
): Promise<void> {
  await connection.deleteFrom('pairing_codes').where(match(of)).where('status', '!=', 'paired').execute();
}

/** Makes other changes of the account wait for this transaction. Throws `unauthenticated` for a removed account. */
export async function lockAccount(connection: Database, id: string): Promise<void> {
  if (!(await hasChanged(connection.updateTable('accounts').set({ id }).where('id', '=', id))))
    throw createAccountGoneError();
}

/** Begins a change of credentials, which ends known browsers, and locks the account. Returns undefined for a removed one. */
export function renewCredentials(connection: Database, id: string): Promise<Account | undefined> {
  return changeAccount(connection, id, { credentialEpoch: sql<number>`credential_epoch + 1` });
}

interface AccountChange extends Partial<Pick<Account, 'name' | 'email' | 'emailVerified'>> {
  credentialEpoch?: RawBuilder<number>;
}

/** Returns the account as it is then; undefined for a removed one. */
export const changeAccount = (connection: Database, id: string, change: AccountChange) =>
  connection.updateTable('accounts').set(change).where('id', '=', id).returningAll().executeTakeFirst();

/** Sets the password, and ends all sessions of the account. */
export async function replacePassword(connection: Database, password: Password, now: string): Promise<void> {
  await setPassword(connection, password, now);
  await connection.deleteFrom('account_sessions').where('accountId', '=', password.id).execute();
}

async function setPassword(connection: Database, { id, passwordHash }: Password, now: string): Promise<void> {
  const password = { accountId: id, passwordHash, updatedAt: now };
  await connection
    .insertInto('account_passwords')
    .values(password)
    .onConflict((conflict) => conflict.columns(['accountId']).doUpdateSet(password))
    .execute();
}
