import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { DAY_MS } from '../commerce/time/time.ts';
import type { Sealing } from '../storage/engine/sealing.ts';

interface CookieOptions {
  name: string;
  path?: string;
  maxAgeSeconds: number;
  /** Called on each use: the URL is final once the service listens. */
  baseUrl: () => string;
}

/** A cookie of this service: no script reads it, and it is Secure where the service is reached by https. */
function createCookie({ name, path = '/api/merchant', maxAgeSeconds, baseUrl }: CookieOptions) {
  const isHttps = () => baseUrl().startsWith('https:');
  const start = () => `${isHttps() ? '__Secure-' : ''}${name}=`;
  const formatLine = (value: string, seconds: number) =>
    `${start()}${value}; Max-Age=${seconds}; Path=${path}; HttpOnly; SameSite=Lax${isHttps() ? '; Secure' : ''}`;
  return {
    /** Returns a complete `Set-Cookie` line. */
    write: (value: string) => formatLine(value, maxAgeSeconds),
    /** Returns its value in a `Cookie` header. */
    read(cookies: string): string | undefined {
      const pair = cookies.split(/; */).find((each) => each.startsWith(start()));
      return pair?.slice(start().length);
    },
    /** Returns the `Set-Cookie` line that deletes it. */
    clear: () => formatLine('', 0),
  };
}

/** Term of a session, from its last extension. */
export const SESSION_MS = 7 * DAY_MS;

export type SessionCookie = ReturnType<typeof createSessionCookie>;

type KeyedCookieOptions = Pick<CookieOptions, 'baseUrl'> & { secret: string };

/** Cookie of a browser's session: a token of 256 random bits, stored as a keyed hash. Another secret ends all sessions. */
export function createSessionCookie({ secret, baseUrl }: KeyedCookieOptions) {
  const settings = { name: 'ucp-host.session_token', path: '/', maxAgeSeconds: SESSION_MS / 1_000 };
  const { write, read, clear } = createCookie({ ...settings, baseUrl });
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

export type DeviceCookies = ReturnType<typeof createDeviceCookies>;

/** Recognizes browsers of an account with its present credentials: failed attempts elsewhere lock none out. The cookie has a signed random id. */
export function createDeviceCookies({ secret, baseUrl }: KeyedCookieOptions) {
  const settings = { name: 'ucp-host.device', maxAgeSeconds: (365 * DAY_MS) / 1_000 };
  const { read, write } = createCookie({ ...settings, baseUrl });
  type Owner = { id: string; credentialEpoch: number };
  const sign = ({ id, credentialEpoch }: Owner, device: string) =>
    createHmac('sha256', secret).update([id, credentialEpoch, device].join('\n')).digest('base64url');
  /** Returns the browser's id when its cookie is valid for this account. */
  const readKnownDevice = (account: Owner, cookies: string): string | undefined => {
    const [device = '', signature = ''] = read(cookies)?.split('.') ?? [];
    return isSame(signature, sign(account, device)) ? device : undefined;
  };
  return {
    readKnownDevice,
    /** Returns a complete `Set-Cookie` line. A browser that is known keeps its id: it gets no attempts anew. */
    remember(account: Owner, cookies: string): string {
      const device = readKnownDevice(account, cookies) ?? randomBytes(16).toString('base64url');
      return write(`${device}.${sign(account, device)}`);
    },
  };
}

/** Compares in constant time. */
export function isSame(text: string, secret: string): boolean {
  const [one, other] = [Buffer.from(text), Buffer.from(secret)];
  return one.length === other.length && timingSafeEqual(one, other);
}

interface SealedCookieOptions extends Omit<CookieOptions, 'path'> {
  sealing: Pick<Sealing, 'seal' | 'open'>;
  now: () => number;
}

export type SealedCookie<Content> = ReturnType<typeof createSealedCookie<Content>>;

/** A cookie that only this service reads and writes, for secrets of a sign-in that has begun. */
export function createSealedCookie<Content>(options: SealedCookieOptions) {
  const { name, maxAgeSeconds, sealing, now } = options;
  const { write, read, clear } = createCookie(options);
  return {
    write: (content: Content) =>
      write(sealing.seal(JSON.stringify({ content, endsAt: now() + maxAgeSeconds * 1_000 }), name)),
    /** Returns undefined for a cookie that is absent, expired, or not of this service. */
    read(cookies: string): Content | undefined {
      try {
        const { content, endsAt } = JSON.parse(sealing.open(read(cookies) ?? '', name));
        return endsAt > now() ? content : undefined;
      } catch {
        return undefined;
      }
    },
    clear,
  };
}
