import { LRUCache } from 'lru-cache';
import { maxEntries } from '../commerce/max-entries.ts';
import type { OpenStore } from '../http/caller.ts';
import type { StoreContext } from '../operations/store-context.ts';

type Opened = StoreContext | undefined;

const MAX_SEEN = 20_000;

/**
 * Remembers slugs that requests have found; the rate limiter counts all others together. Querying the database before admission
 * would cost what the limit saves.
 */
export function knownSlugs(open: OpenStore) {
  const seen = new LRUCache<string, true>(maxEntries(MAX_SEEN));
  const remember = (slug: string, context: Opened): Opened => {
    if (!context) seen.delete(slug);
    else if (!seen.has(slug)) seen.set(slug, true);
    return context;
  };
  const openStore: OpenStore = (slug, caller) =>
    open(slug, caller).then((context) => remember(slug, context));
  return { openStore, isStore: (slug: string): boolean => seen.has(slug) };
}
