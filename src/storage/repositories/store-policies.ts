import { LRUCache } from 'lru-cache';
import { type StorePolicy, toStorePolicy } from '../../commerce/policy/store-policy.ts';

const MAX_POLICIES = 2_000;

/** Parses the rules of a store; a text that was read before is not parsed again. */
export function readPolicy(text: string): StorePolicy | null {
  const cached = policies.get(text);
  if (cached) return cached;
  const policy = toStorePolicy(JSON.parse(text));
  if (policy) policies.set(text, policy);
  return policy;
}

const policies = new LRUCache<string, StorePolicy>({ max: MAX_POLICIES });
