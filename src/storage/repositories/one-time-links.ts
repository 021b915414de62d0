import { randomUUID } from 'node:crypto';
import type { Database } from '../engine/database.ts';
import { freshToken, tokenHash } from '../engine/token-hash.ts';

/** Effect of a link for the person who opens it. */
type LinkPurpose = 'password_reset' | 'sign_up';

/** Account of the person, or the address of one who has none yet. */
type LinkOwner = { accountId: string } | { email: string };

export type OneTimeLinks = ReturnType<typeof oneTimeLinks>;

/** Secrets of links that work once, until they expire. Only their hashes are stored. */
export function oneTimeLinks(database: Database) {
  return {
    /** Returns the secret of a new link. */
    async create(
      purpose: LinkPurpose,
      owner: LinkOwner,
      { now, expiresAt }: Record<'now' | 'expiresAt', string>,
    ): Promise<string> {
      const secret = freshToken();
      await database
        .insertInto('one_time_links')
        .values({
          id: randomUUID(),
          purpose,
          token_hash: tokenHash(secret),
          ...('email' in owner ? { email: owner.email.toLowerCase() } : { account_id: owner.accountId }),
          expires_at: expiresAt,
          created_at: now,
        })
        .execute();
      return secret;
    },

    /** Deletes the link and returns its owner; undefined for one that is unknown, used or expired. Of concurrent callers, one gets it. */
    async take(
      purpose: LinkPurpose,
      secret: string,
      now: string,
    ): Promise<{ accountId: string | null; email: string | null } | undefined> {
      const row = await database
        .deleteFrom('one_time_links')
        .where((row) => row.and({ token_hash: tokenHash(secret), purpose }))
        .where('expires_at', '>', now)
        .returning(['account_id', 'email'])
        .executeTakeFirst();
      return row && { accountId: row.account_id, email: row.email };
    },

    /** Ends the other links of an account, so that an older mail opens nothing. */
    async endAll(purpose: LinkPurpose, accountId: string): Promise<void> {
      await database
        .deleteFrom('one_time_links')
        .where((row) => row.and({ account_id: accountId, purpose }))
        .execute();
    },
  };
}
