import { createHmac, randomBytes } from 'node:crypto';
import { DAY_MS } from '../commerce/time.ts';
import { cookie } from './cookie.ts';

/** Cookie of a browser's session: a token of 256 random bits, of which only a keyed hash is stored. */
export interface SessionCookie {
  /** Returns a new token's hash, and the `Set-Cookie` line that holds the token. */
  begin(): { tokenHash: string; line: string };
  /** Returns the hash of the token in a `Cookie` header. */
  tokenHashIn(cookies: string): string | undefined;
  /** Returns the `Set-Cookie` line that keeps the token for another whole term. */
  prolong(cookies: string): string;
  clear(): string;
}

interface SessionCookieOptions {
  /** Another one ends all sessions. */
  secret: string;
  baseUrl: () => string;
}

/** Term of a session, from its last extension. */
export const SESSION_MS = 7 * DAY_MS;

export function sessionCookie({ secret, baseUrl }: SessionCookieOptions): SessionCookie {
  const maxAgeSeconds = SESSION_MS / 1_000;
  const { write, read, clear } = cookie({
    name: 'ucp-host.session_token',
    path: '/',
    maxAgeSeconds,
    baseUrl,
  });
  const hashOf = (token: string) => createHmac('sha256', secret).update(token).digest('base64url');
  return {
    begin() {
      const token = randomBytes(32).toString('base64url');
      return { tokenHash: hashOf(token), line: write(token) };
    },
    tokenHashIn(cookies) {
      const token = read(cookies);
      return token && hashOf(token);
    },
    prolong: (cookies) => write(read(cookies) ?? ''),
    clear,
  };
}
