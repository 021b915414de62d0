import { createHmac, randomBytes } from 'node:crypto';
import { DAY_MS } from '../commerce/time/time.ts';
import { type CookieOptions, createCookie } from './cookie.ts';

/** Term of a session, from its last extension. */
export const SESSION_MS = 7 * DAY_MS;

export type SessionCookie = ReturnType<typeof createSessionCookie>;

/** Cookie of a browser's session: a token of 256 random bits, stored as a keyed hash. Another secret ends all sessions. */
export function createSessionCookie({
  secret,
  baseUrl,
}: Pick<CookieOptions, 'baseUrl'> & { secret: string }) {
  const maxAgeSeconds = SESSION_MS / 1_000;
  const { write, read, clear } = createCookie({
    name: 'ucp-host.session_token',
    path: '/',
    maxAgeSeconds,
    baseUrl,
  });
  const hashOf = (token: string) => createHmac('sha256', secret).update(token).digest('base64url');
  return {
    /** Returns a new token's hash, and the `Set-Cookie` line that holds the token. */
    begin() {
      const token = randomBytes(32).toString('base64url');
      return { tokenHash: hashOf(token), line: write(token) };
    },
    /** Returns the hash of the token in a `Cookie` header. */
    readTokenHash(cookies: string): string | undefined {
      const token = read(cookies);
      return token && hashOf(token);
    },
    /** Returns the `Set-Cookie` line that keeps the token for another whole term. */
    prolong: (cookies: string) => write(read(cookies) ?? ''),
    clear,
  };
}
