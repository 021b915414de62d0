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

/** Step of an endpoint of any protocol; undefined outside the rules, as for the manifest. */
export function stepOf(endpoint: string): Step | undefined {
  if (/^(?:POST|PUT) \/(?:carts|checkout-sessions)(?:\/\{\w+\})?$|^GET \/buy\//.test(endpoint)) return 'buy';
  if (/^\w+ \/(?:catalog|fulfillment)\//.test(endpoint)) return 'browse';
  return /^\w+ \/(?:carts|checkout-sessions|orders)\//.test(endpoint) ? 'settle' : undefined;
}
