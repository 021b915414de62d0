import type { Rule, Step } from './policy.ts';

export interface StorePolicy {
  rules: readonly Rule[];
  enforced: readonly Rule[];
  /** Rules that would refuse if the shadows did too; absent without a rule in the shadow. */
  shadowed?: readonly Rule[];
}

/** Returns null without rules, so that a call to such a store evaluates none. */
export function toStorePolicy(rules: readonly Rule[]): StorePolicy | null {
  if (rules.length === 0) return null;
  const enforced = rules.filter(({ mode }) => mode === 'on');
  const shadowed = rules.filter(({ mode }) => mode !== 'off');
  return { rules, enforced, ...(shadowed.length > enforced.length ? { shadowed } : {}) };
}

const BUYING = /^(?:POST|PUT) \/(?:carts|checkout-sessions)(?:\/\{\w+\})?$|^GET \/buy\//;
const BROWSING = /^\w+ \/(?:catalog|fulfillment)\//;
const SETTLING = /^\w+ \/(?:carts|checkout-sessions|orders)\//;

/** Step of an endpoint of any protocol; undefined outside the rules, as for the manifest. */
export function stepOf(endpoint: string): Step | undefined {
  if (BUYING.test(endpoint)) return 'buy';
  if (BROWSING.test(endpoint)) return 'browse';
  return SETTLING.test(endpoint) ? 'settle' : undefined;
}
