import { randomUUID } from 'node:crypto';
import { normalizeEmail } from '../../commerce/merchant/email-address.ts';
import type { Database } from '../engine/database.ts';
import { freshToken, tokenHash } from '../engine/token-hash.ts';

/** Effect of a link for the person who opens it. */
type LinkPurpose = 'password_reset' | 'sign_up' | 'confirm_address';

/** Account of the person, or the address of one who has none yet. */
type LinkOwner = { accountId: string } | { email: string };

interface OneTimeLink {
  accountId: string | null;
  email: string | null;
  /** True when the secret was mailed to the address and never shown. */
  isMailed: boolean;
}

/** Secrets of links that work once, until they expire. Only their hashes are stored. */
export function oneTimeLinks(database: Database) {
  return {
    /** Returns the secret of a new link. */
    async create(
      purpose: LinkPurpose,
      { isMailed, ...owner }: LinkOwner & { isMailed: boolean },
      { now, expiresAt }: Record<'now' | 'expiresAt', string>,
    ): Promise<string> {
      const secret = freshToken();
      await database
        .insertInto('one_time_links')
        .values({
          id: randomUUID(),
          purpose,
          token_hash: tokenHash(secret),
          ...('email' in owner ? { email: normalizeEmail(owner.email) } : { account_id: owner.accountId }),
          is_mailed: isMailed ? 1 : 0,
          expires_at: expiresAt,
          created_at: now,
        })
        .execute();
      return secret;
    },

    /** Reads a link without spending it. Returns undefined for one that is unknown, used or expired. */
    async find(purpose: LinkPurpose, secret: string, now: string): Promise<OneTimeLink | undefined> {
      const row = await database
        .selectFrom('one_time_links')
        .select(['account_id', 'email', 'is_mailed'])
        .where((link) => link.and({ token_hash: tokenHash(secret), purpose }))
        .where('expires_at', '>', now)
        .executeTakeFirst();
      return row && fromRow(row);
    },
  };
}

/**
 * Deletes the link and returns its owner; undefined for one that is unknown, used or expired, or not of `accountId`. Of
 * concurrent callers, one gets it.
 */
export async function takeLink(
  connection: Database,
  purpose: LinkPurpose,
  secret: string,
  now: string,
  accountId?: string,
): Promise<OneTimeLink | undefined> {
  const row = await connection
    .deleteFrom('one_time_links')
    .where((link) => link.and({ token_hash: tokenHash(secret), purpose }))
    .where('expires_at', '>', now)
    .$if(accountId !== undefined, (query) => query.where('account_id', '=', accountId ?? null))
    .returning(['account_id', 'email', 'is_mailed'])
    .executeTakeFirst();
  return row && fromRow(row);
}

function fromRow(row: { account_id: string | null; email: string | null; is_mailed: number }): OneTimeLink {
  return { accountId: row.account_id, email: row.email, isMailed: row.is_mailed === 1 };
}
