import type { Transaction } from 'kysely';
import { CommerceError } from '../../commerce/errors.ts';
import type { Database, Row } from '../engine/database.ts';
import type { Stores } from './stores.ts';
import type { Tables } from '../schema/tables.ts';

export interface Account {
  id: string;
  name: string;
  /** Lower case. */
  email: string;
  /** Somebody has shown, or an operator has vouched, that the address is the account's. */
  emailVerified: boolean;
  createdAt: string;
}

export interface NewAccount {
  id: string;
  name: string;
  email: string;
  emailVerified: boolean;
  /** Undefined for an account that signs in by single sign-on only. */
  passwordHash: string | undefined;
}

export type Accounts = ReturnType<typeof accounts>;

export function accounts(database: Database, stores: Pick<Stores, 'changing'>) {
  return {
    /**
     * Gives stores without an owner to the installation's first account. Throws `conflict` for an e-mail address in use, and
     * `forbidden` with `onlyFirst` when there was an account before.
     */
    create(account: NewAccount, now: string, { onlyFirst = false } = {}): Promise<Account> {
      const creating = database.transaction().execute(async (connection) => {
        const first = await takeFirstPlace(connection, account.id);
        if (onlyFirst && !first) throw new CommerceError('forbidden', 'Sign-up is closed here.');
        await insert(connection, account, now);
        if (first) {
          const adopted = connection.updateTable('stores').set({ owner_id: account.id });
          await adopted.where('owner_id', 'is', null).execute();
        }
      });
      const { passwordHash: _, ...made } = account;
      const email = made.email.toLowerCase();
      return stores.changing(creating).then(() => ({ ...made, email, createdAt: now }));
    },

    /** Returns true from the first account on, even after every account was removed. */
    async hadFirst(): Promise<boolean> {
      return (await database.selectFrom('first_account').select('number').executeTakeFirst()) !== undefined;
    },

    async find(id: string): Promise<Account | undefined> {
      const row = await database.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst();
      return row && fromRow(row);
    },

    async findByEmail(email: string): Promise<Account | undefined> {
      const query = database.selectFrom('accounts').selectAll().where('email', '=', email.toLowerCase());
      const row = await query.executeTakeFirst();
      return row && fromRow(row);
    },

    async list(): Promise<Account[]> {
      const rows = await database.selectFrom('accounts').selectAll().orderBy('email').execute();
      return rows.map(fromRow);
    },

    /** Undefined for an account that signs in by single sign-on only. */
    async passwordHash(id: string): Promise<string | undefined> {
      const query = database.selectFrom('account_passwords').select('password').where('account_id', '=', id);
      return (await query.executeTakeFirst())?.password ?? undefined;
    },

    /** Sets the password, and ends all sessions of the account. */
    async resetPassword(id: string, passwordHash: string, now: string): Promise<void> {
      await database.transaction().execute(async (connection) => {
        await setPassword(connection, { id, passwordHash }, now);
        await connection.deleteFrom('account_sessions').where('account_id', '=', id).execute();
      });
    },

    async verifyEmail(id: string): Promise<void> {
      await database.updateTable('accounts').set({ email_verified: 1 }).where('id', '=', id).execute();
    },

    /** Leaves its stores without an owner. */
    async remove(id: string): Promise<void> {
      const removing = database.transaction().execute(async (connection) => {
        await connection.updateTable('stores').set({ owner_id: null }).where('owner_id', '=', id).execute();
        await connection.deleteFrom('accounts').where('id', '=', id).execute();
      });
      await stores.changing(removing);
    },

    async giveStore(id: string, storeId: string): Promise<void> {
      const write = database.updateTable('stores').set({ owner_id: id }).where('id', '=', storeId);
      await stores.changing(write.execute());
    },

    async forgetEndedSessions(now: string): Promise<void> {
      await database.deleteFrom('account_sessions').where('expires_at', '<=', now).execute();
    },
  };
}

/** Returns true for one of several concurrent transactions: the others wait for its commit, and get false. */
async function takeFirstPlace(connection: Transaction<Tables>, id: string): Promise<boolean> {
  const result = await connection
    .insertInto('first_account')
    .values({ number: 1, account_id: id })
    .onConflict((conflict) => conflict.column('number').doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

async function insert(connection: Transaction<Tables>, account: NewAccount, now: string): Promise<void> {
  const { id, name, passwordHash } = account;
  const email_verified = account.emailVerified ? 1 : 0;
  const times = { created_at: now, updated_at: now };
  const result = await connection
    .insertInto('accounts')
    .values({ id, name, email: account.email.toLowerCase(), email_verified, image: null, ...times })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirst();
  if (result.numInsertedOrUpdatedRows !== 1n)
    throw new CommerceError('conflict', 'There is an account with this e-mail address. Sign in instead.');
  if (passwordHash !== undefined) await setPassword(connection, { id, passwordHash }, now);
}

async function setPassword(
  connection: Transaction<Tables>,
  { id, passwordHash }: { id: string; passwordHash: string },
  now: string,
): Promise<void> {
  const password = { password: passwordHash, updated_at: now };
  await connection
    .insertInto('account_passwords')
    .values({
      ...{ id, account_id: id, provider: 'credential', provider_account_id: id, created_at: now },
      ...password,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'provider_account_id']).doUpdateSet(password))
    .execute();
}

function fromRow({ id, name, email, email_verified, created_at }: Row<'accounts'>): Account {
  return { id, name, email, emailVerified: email_verified === 1, createdAt: created_at };
}
