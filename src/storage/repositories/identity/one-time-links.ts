import { randomUUID } from 'node:crypto';
import { normalizeEmail } from '../../../commerce/merchant/email-address.ts';
import type { Database } from '../../engine/database.ts';
import { generateSecret, hashToken } from '../../engine/token-hash.ts';
import { TABLES, type TableRecord } from '../../tables/tables.ts';
import { match } from '../rows/rows.ts';

/** Effect of a link for the person who opens it. */
type LinkPurpose = 'password_reset' | 'sign_up' | 'confirm_address' | 'approve_address' | 'change_address';

/** Account of the person, the address of one who has none yet, or both: an account and its new address. */
export type LinkOwner = { accountId: string; email?: string } | { email: string };

type OneTimeLink = TableRecord<'one_time_links'>;

/** Secrets of links that work once, until they expire. Only their hashes are stored. */
export function createOneTimeLinkRepository(database: Database) {
  return {
    /** Returns the secret of a new link. */
    async create(
      purpose: LinkPurpose,
      { isMailed, ...owner }: LinkOwner & { isMailed: boolean },
      { now, expiresAt }: Record<'now' | 'expiresAt', string>,
    ): Promise<string> {
      const secret = generateSecret();
      await database
        .insertInto('one_time_links')
        .values({
          id: randomUUID(),
          purpose,
          tokenHash: hashToken(secret),
          ...owner,
          ...(owner.email === undefined ? {} : { email: normalizeEmail(owner.email) }),
          isMailed,
          expiresAt,
          createdAt: now,
        })
        .execute();
      return secret;
    },

    /** Reads a link without spending it. Returns undefined for an unknown, used or expired link. */
    async find(purpose: LinkPurpose, secret: string, now: string): Promise<OneTimeLink | undefined> {
      return database
        .selectFrom('one_time_links')
        .select(TABLES.one_time_links.members)
        .where(match({ tokenHash: hashToken(secret), purpose }))
        .where('expiresAt', '>', now)
        .executeTakeFirst();
    },
  };
}

/** Deletes the link and returns its owner, to one of concurrent callers; undefined for an unknown, used or expired link, or another's. */
export function takeLink(
  connection: Database,
  purpose: LinkPurpose,
  secret: string,
  now: string,
  accountId?: string,
): Promise<OneTimeLink | undefined> {
  return connection
    .deleteFrom('one_time_links')
    .where(match({ tokenHash: hashToken(secret), purpose, ...(accountId !== undefined && { accountId }) }))
    .where('expiresAt', '>', now)
    .returning(TABLES.one_time_links.members)
    .executeTakeFirst();
}
