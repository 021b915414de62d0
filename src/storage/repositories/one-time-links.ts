import { randomUUID } from 'node:crypto';
import type { Database } from '../engine/database.ts';
import type { Sealing } from '../engine/sealing.ts';
import { freshToken, tokenHash } from '../engine/token-hash.ts';

/** Effect of a link for the person who opens it. */
export type LinkPurpose = 'password_reset' | 'sign_up';

export interface TakenLink {
  accountId: string | null;
  content: unknown;
}

export type OneTimeLinks = ReturnType<typeof oneTimeLinks>;

/** Secrets of links that work once, until they expire. Only their hashes are stored. */
export function oneTimeLinks(database: Database, sealing: Sealing) {
  return {
    /** Returns the secret of a new link. */
    async create(
      purpose: LinkPurpose,
      { accountId, content }: { accountId?: string; content?: unknown },
      { now, expiresAt }: Record<'now' | 'expiresAt', string>,
    ): Promise<string> {
      const id = randomUUID();
      const secret = freshToken();
      await database
        .insertInto('one_time_links')
        .values({
          id,
          purpose,
          token_hash: tokenHash(secret),
          account_id: accountId ?? null,
          content: content === undefined ? null : sealing.seal(JSON.stringify(content), placeOf(id)),
          expires_at: expiresAt,
          created_at: now,
        })
        .execute();
      return secret;
    },

    /** Deletes the link and returns it; undefined for one that is unknown, used or expired. Of concurrent callers, one gets it. */
    async take(purpose: LinkPurpose, secret: string, now: string): Promise<TakenLink | undefined> {
      const row = await database
        .deleteFrom('one_time_links')
        .where('token_hash', '=', tokenHash(secret))
        .where('purpose', '=', purpose)
        .where('expires_at', '>', now)
        .returningAll()
        .executeTakeFirst();
      if (!row) return undefined;
      const content =
        row.content === null ? undefined : JSON.parse(sealing.open(row.content, placeOf(row.id)));
      return { accountId: row.account_id, content };
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

function placeOf(id: string): string {
  return `one_time_links.content/${id}`;
}
