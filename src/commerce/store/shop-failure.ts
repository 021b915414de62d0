/** Causes of failed calls to a shop. `credentials`, `permission`: access refused. `status`: an answer with an error status. */
export const FAILURE_CAUSES = [
  'dns',
  'refused',
  'tls',
  'timeout',
  'reset',
  'address',
  'throttled',
  'status',
  'unreadable',
  'closed',
  'credentials',
  'permission',
] as const;
export type FailureCause = (typeof FAILURE_CAUSES)[number];

/** Failed call to a shop in the words for its merchant; agents get the message of the error. */
export interface ShopFailure {
  cause: FailureCause;
  /** Host that was called, with a port that is not the scheme's. */
  host: string;
  message: string;
}

/** Members of a `CommerceError` that decide. */
interface Failed {
  kind: string;
  message: string;
  refused: boolean;
  wrong: 'address' | 'key' | undefined;
  failure: ShopFailure | undefined;
}

/** Returns undefined where the shop has not failed: its queue here was full, or the caller had no time left. */
export function toShopFailure(error: Failed, host: string): ShopFailure | undefined {
  if (error.failure) return error.failure;
  if (error.kind !== 'platform_error' && !error.refused) return undefined;
  return { cause: toCause(error), host, message: error.message };
}

function toCause({ kind, refused, wrong }: Failed): FailureCause {
  if (wrong === 'address') return 'address';
  if (wrong === 'key') return 'credentials';
  if (!refused) return 'unreadable';
  return kind === 'platform_unavailable' ? 'closed' : 'permission';
}

/** True when the shop answers and refuses what proves the access, or what it permits. */
export function isAccessRefused(cause: FailureCause | null): boolean {
  return cause === 'credentials' || cause === 'permission';
}
