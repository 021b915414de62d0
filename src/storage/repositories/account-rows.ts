import { sql } from 'kysely';
import { accountIsGone } from '../../commerce/errors.ts';
import { normalizeEmail } from '../../commerce/merchant/email-address.ts';
import type { Database, Row } from '../engine/database.ts';
import { TABLES } from '../tables/tables.ts';
import { hasChanged } from './row-counts.ts';

export interface Account {
  id: string;
  name: string;
  /** ASCII in lower case. */
  email: string;
  /** True once its mailbox or an identity provider has proved the address, or an operator has vouched for it. */
  emailVerified: boolean;
  /** Differs after each change of the password or the authenticator app. */
  credentialEpoch: number;
  createdAt: string;
}

export interface NewAccount extends Omit<Account, 'credentialEpoch' | 'createdAt'> {
  /** Undefined for an account that signs in by single sign-on only. */
  passwordHash: string | undefined;
}

/** Returns undefined for an e-mail address in use. */
export async function insertAccount(
  connection: Database,
  { passwordHash, ...account }: NewAccount,
  now: string,
): Promise<Account | undefined> {
  const record = { ...account, email: normalizeEmail(account.email), credentialEpoch: 0, createdAt: now };
  const { id } = record;
  const statement = connection
    .insertInto('accounts')
    .values(TABLES.accounts.toRow(record))
    .onConflict((conflict) => conflict.column('email').doNothing());
  if (!(await hasChanged(statement))) return undefined;
  if (passwordHash !== undefined) await setPassword(connection, { id, passwordHash }, now);
  return record;
}

/** Makes other changes of the account wait for this transaction. Throws `unauthenticated` for a removed account. */
export async function lockAccount(connection: Database, id: string): Promise<void> {
  const statement = connection.updateTable('accounts').set({ id }).where('id', '=', id);
  if (!(await hasChanged(statement))) throw accountIsGone();
}

/**
 * Begins a change of credentials: browsers of before are known no longer. Locks the account until the end of the transaction;
 * returns undefined for a removed one.
 */
export async function renewCredentials(connection: Database, id: string): Promise<Account | undefined> {
  const row = await connection
    .updateTable('accounts')
    .set({ credential_epoch: sql<number>`credential_epoch + 1` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  return row && accountOf(row);
}

/** Sets the password, and ends all sessions of the account. */
export async function replacePassword(
  connection: Database,
  password: { id: string; passwordHash: string },
  now: string,
): Promise<void> {
  await setPassword(connection, password, now);
  await connection.deleteFrom('account_sessions').where('account_id', '=', password.id).execute();
}

async function setPassword(
  connection: Database,
  { id, passwordHash }: { id: string; passwordHash: string },
  now: string,
): Promise<void> {
  const password = { password_hash: passwordHash, updated_at: now };
  await connection
    .insertInto('account_passwords')
    .values({ account_id: id, ...password })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(password))
    .execute();
}

export function accountOf(row: Row<'accounts'>): Account {
  const { id, name, email, emailVerified, credentialEpoch, createdAt } = TABLES.accounts.fromRow(row);
  return { id, name, email, emailVerified, credentialEpoch, createdAt };
}
