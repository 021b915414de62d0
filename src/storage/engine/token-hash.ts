import { hash, randomBytes } from 'node:crypto';

/** Secret of a link or of an API token: 256 random bits. */
export function freshToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Hash that is stored in place of such a token, which needs no salt. */
export function tokenHash(token: string): string {
  return hash('sha256', token, 'base64url');
}
