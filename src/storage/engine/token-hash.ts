import { createHash, randomBytes } from 'node:crypto';

/** Secret of a link or of an API token: 256 random bits. */
export function freshToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Hash that is stored in place of such a token, which needs no salt. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
