import { randomBytes } from 'node:crypto';

/** Seconds, as Shopify says it of itself. */
const LIVES_SECONDS = 86_399;

/** Admin tokens by the client credentials grant. */
export interface TokenGrants {
  issue(): { token: string; expiresIn: number };
  isGood(token: string): boolean;
  /** Tokens with their ends, milliseconds. */
  all(): [string, number][];
  /** Number of tokens made. */
  issued(): number;
  /** Revokes all tokens, as reinstalling the app does. */
  revokeAll(): void;
  /** False: the app is not installed on this shop. */
  installed: boolean;
}

/** `before`: tokens of an earlier run with their ends. */
export function createTokenGrants(before: readonly [string, number][] = []): TokenGrants {
  const good = new Map(before);
  let issued = 0;
  return {
    installed: true,
    issue() {
      const token = `shpat_${randomBytes(16).toString('hex')}`;
      good.set(token, Date.now() + LIVES_SECONDS * 1000);
      issued += 1;
      return { token, expiresIn: LIVES_SECONDS };
    },
    all: () => [...good],
    isGood: (token) => (good.get(token) ?? 0) > Date.now(),
    issued: () => issued,
    revokeAll: () => good.clear(),
  };
}
