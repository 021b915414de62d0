import { LRUCache } from 'lru-cache';
import { limitEntries } from '../commerce/paging/max-entries.ts';

const MAX_SEEN = 20_000;

/**
 * Remembers slugs that requests have found; the rate limiter counts all others together. Querying the database before admission
 * would cost what the limit saves.
 */
export function createKnownSlugs() {
  const seen = new LRUCache<string, true>(limitEntries(MAX_SEEN));
  return {
    remember(slug: string, isStore: boolean): void {
      if (!isStore) seen.delete(slug);
      else if (!seen.has(slug)) seen.set(slug, true);
    },
    isStore: (slug: string): boolean => seen.has(slug),
  };
}
