import { LRUCache } from 'lru-cache';
import type { OpenStore } from '../http/caller.ts';

const MAX_SEEN = 20_000;

/**
 * Remembers slugs that requests have found; the rate limiter counts all others together. Querying the database before admission
 * would cost what the limit saves.
 */
export function knownSlugs(open: OpenStore) {
  const seen = new LRUCache<string, true>({ max: MAX_SEEN });
  const openStore: OpenStore = async (slug, caller) => {
    const context = await open(slug, caller);
    if (context) seen.set(slug, true);
    else seen.delete(slug);
    return context;
  };
  return { openStore, isStore: (slug: string): boolean => seen.has(slug) };
}
