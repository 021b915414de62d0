import type { Sealing } from '../storage/engine/sealing.ts';
import { type CookieOptions, createCookie } from './cookie.ts';

/** A cookie that only this service reads and writes, for secrets of a sign-in that has begun. */
export interface SealedCookie<Content> {
  /** Returns a complete `Set-Cookie` line. */
  write(content: Content): string;
  /** Returns undefined for a cookie that is absent, expired, or not of this service. */
  read(cookies: string): Content | undefined;
  /** Returns the line that deletes it. */
  clear(): string;
}

interface SealedCookieOptions extends Omit<CookieOptions, 'path'> {
  sealing: Pick<Sealing, 'seal' | 'open'>;
  now: () => number;
}

export function createSealedCookie<Content>(options: SealedCookieOptions): SealedCookie<Content> {
  const { name, maxAgeSeconds, sealing, now } = options;
  const { write, read, clear } = createCookie(options);
  return {
    write: (content) =>
      write(sealing.seal(JSON.stringify({ content, endsAt: now() + maxAgeSeconds * 1_000 }), name)),
    read(cookies) {
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
