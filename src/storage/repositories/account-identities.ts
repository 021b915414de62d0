import type { Database } from '../engine/database.ts';
import { hasChanged } from './row-counts.ts';

interface IdentityKey {
  issuer: string;
  /** The provider's id of the person. */
  subject: string;
}

export type AccountIdentities = ReturnType<typeof accountIdentities>;

/** Accounts at OpenID Connect providers that sign in here. */
export function accountIdentities(database: Database) {
  return {
    /** Returns the id of the account. */
    async accountOf({ issuer, subject }: IdentityKey): Promise<string | undefined> {
      const row = await database
        .selectFrom('account_identities')
        .select('account_id')
        .where((row) => row.and({ issuer, subject }))
        .executeTakeFirst();
      return row?.account_id;
    },

    /** Returns false when the identity is connected, to this account or another one. */
    async add({ issuer, subject }: IdentityKey, accountId: string, now: string): Promise<boolean> {
      return hasChanged(
        database
          .insertInto('account_identities')
          .values({ issuer, subject, account_id: accountId, created_at: now })
          .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing()),
      );
    },

    async isConnected(issuer: string, accountId: string): Promise<boolean> {
      const row = await database
        .selectFrom('account_identities')
        .select('subject')
        .where((row) => row.and({ issuer, account_id: accountId }))
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Returns false when there was none. */
    remove: (issuer: string, accountId: string): Promise<boolean> =>
      hasChanged(
        database
          .deleteFrom('account_identities')
          .where('issuer', '=', issuer)
          .where('account_id', '=', accountId),
      ),
  };
}
