import type { Sealing } from '../storage/engine/sealing.ts';

/** A cookie that only this service reads and writes, for secrets of a sign-in that has begun. */
export interface SealedCookie<Content> {
  /** Returns a complete `Set-Cookie` line. */
  write(content: Content): string;
  /** Returns undefined for a cookie that is absent, expired, or not of this service. */
  read(cookies: string): Content | undefined;
  /** Returns the line that deletes it. */
  clear(): string;
}

interface SealedCookieOptions {
  name: string;
  maxAgeSeconds: number;
  sealing: Pick<Sealing, 'seal' | 'open'>;
  baseUrl: () => string;
  now: () => number;
}

export function sealedCookie<Content>(options: SealedCookieOptions): SealedCookie<Content> {
  const { name, maxAgeSeconds, sealing, baseUrl, now } = options;
  const isHttps = () => baseUrl().startsWith('https:');
  const nameNow = () => (isHttps() ? `__Secure-${name}` : name);
  const line = (value: string, seconds: number) =>
    `${nameNow()}=${value}; Max-Age=${seconds}; Path=/api/merchant; HttpOnly; SameSite=Lax${isHttps() ? '; Secure' : ''}`;
  return {
    write: (content) =>
      line(
        sealing.seal(JSON.stringify({ content, endsAt: now() + maxAgeSeconds * 1_000 }), name),
        maxAgeSeconds,
      ),
    read(cookies) {
      const start = `${nameNow()}=`;
      const sent = cookies.split(/; */).find((each) => each.startsWith(start));
      if (sent === undefined) return undefined;
      try {
        const { content, endsAt } = JSON.parse(sealing.open(sent.slice(start.length), name));
        return endsAt > now() ? content : undefined;
      } catch {
        return undefined;
      }
    },
    clear: () => line('', 0),
  };
}
