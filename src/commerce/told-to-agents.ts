import type { CommerceError, ErrorKind } from '../commerce/errors.ts';

type ShopFailure = Extract<ErrorKind, 'platform_error' | 'platform_unavailable' | 'platform_timeout'>;

const SENTENCES: Readonly<Record<ShopFailure, string>> = {
  platform_error: 'The store cannot answer at the moment.',
  platform_unavailable: 'The store cannot be reached at the moment.',
  platform_timeout: 'The store did not answer in time.',
};

/**
 * The words of an error for an agent. Why a shop fails (a plugin, a revoked key, another address) is for its merchant to
 * know and to mend: agents learn that it does, and when to come again.
 */
export function toldToAgents({ kind, message, retryAfterSeconds }: CommerceError): string {
  return isShopFailure(kind) ? `${SENTENCES[kind]} Try again ${whenAgain(retryAfterSeconds)}.` : message;
}

function isShopFailure(kind: ErrorKind): kind is ShopFailure {
  return Object.hasOwn(SENTENCES, kind);
}

function whenAgain(seconds: number | undefined): string {
  if (seconds === undefined) return 'in a few minutes';
  if (seconds < 120) return seconds === 1 ? 'in a second' : `in ${seconds} seconds`;
  return `in ${Math.ceil(seconds / 60)} minutes`;
}
