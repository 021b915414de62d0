import { LRUCache } from 'lru-cache';
import type { OpenStore } from '../http/caller.ts';

const MAX_SEEN = 20_000;

/**
 * Slugs of stores that requests have found here: counted each by itself, while all others are counted together. Asking the
 * database before a request is admitted would cost what the limit is to save.
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
