import type { Database } from '../engine/database.ts';

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
        .where('issuer', '=', issuer)
        .where('subject', '=', subject)
        .executeTakeFirst();
      return row?.account_id;
    },

    /** Returns false when the identity is connected, to this account or another one. */
    async add({ issuer, subject }: IdentityKey, accountId: string, now: string): Promise<boolean> {
      const result = await database
        .insertInto('account_identities')
        .values({ issuer, subject, account_id: accountId, created_at: now })
        .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
        .executeTakeFirst();
      return result.numInsertedOrUpdatedRows === 1n;
    },

    async isConnected(issuer: string, accountId: string): Promise<boolean> {
      const row = await database
        .selectFrom('account_identities')
        .select('subject')
        .where('issuer', '=', issuer)
        .where('account_id', '=', accountId)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Returns false when there was none. */
    async remove(issuer: string, accountId: string): Promise<boolean> {
      const result = await database
        .deleteFrom('account_identities')
        .where('issuer', '=', issuer)
        .where('account_id', '=', accountId)
        .executeTakeFirst();
      return result.numDeletedRows > 0n;
    },
  };
}
