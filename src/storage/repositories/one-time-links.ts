import { randomUUID } from 'node:crypto';
import type { Database } from '../engine/database.ts';
import { freshToken, tokenHash } from '../engine/token-hash.ts';

/** Effect of a link for the person who opens it. */
type LinkPurpose = 'password_reset';

export type OneTimeLinks = ReturnType<typeof oneTimeLinks>;

/** Secrets of links that work once, until they expire. Only their hashes are stored. */
export function oneTimeLinks(database: Database) {
  return {
    /** Returns the secret of a new link. */
    async create(
      purpose: LinkPurpose,
      accountId: string,
      { now, expiresAt }: Record<'now' | 'expiresAt', string>,
    ): Promise<string> {
      const secret = freshToken();
      await database
        .insertInto('one_time_links')
        .values({
          id: randomUUID(),
          purpose,
          token_hash: tokenHash(secret),
          account_id: accountId,
          expires_at: expiresAt,
          created_at: now,
        })
        .execute();
      return secret;
    },

    /** Deletes the link and returns the id of its account; undefined for one that is unknown, used or expired. Of concurrent callers, one gets it. */
    async take(purpose: LinkPurpose, secret: string, now: string): Promise<string | undefined> {
      const row = await database
        .deleteFrom('one_time_links')
        .where('token_hash', '=', tokenHash(secret))
        .where('purpose', '=', purpose)
        .where('expires_at', '>', now)
        .returning('account_id')
        .executeTakeFirst();
      return row?.account_id ?? undefined;
    },

    /** Ends the other links of an account, so that an older mail opens nothing. */
    async endAll(purpose: LinkPurpose, accountId: string): Promise<void> {
      await database
        .deleteFrom('one_time_links')
        .where('account_id', '=', accountId)
        .where('purpose', '=', purpose)
        .execute();
    },

    async forgetExpired(now: string): Promise<void> {
      await database.deleteFrom('one_time_links').where('expires_at', '<=', now).execute();
    },
  };
}
