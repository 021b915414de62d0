import { hash, randomBytes } from 'node:crypto';

/** Secret of a link, of an API token or of an installation: 256 random bits. */
export function generateSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Hash that is stored in place of such a token, which needs no salt. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'base64url');
}
