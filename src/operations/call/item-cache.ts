import { LRUCache } from 'lru-cache';
import { limitEntries } from '../../commerce/paging/max-entries.ts';
import {
  formatLineTitle,
  type ItemReference,
  type Product,
  pickFirstAvailable,
  type ResolvedItem,
} from '../../commerce/product/products.ts';
import { MINUTE_MS } from '../../commerce/time/time.ts';

/** The variant that an item reference was last resolved to: buying a cached product needs no lookup. */
export interface CachedItem {
  variantId: string;
  /** Absent when only the id is known. */
  title?: string;
}

const CACHED_ITEMS = 100_000;
/** A product's first available variant changes as it sells; a stale entry is dropped when the cart refuses it. */
const CACHE_TTL_MS = 15 * MINUTE_MS;

export type ItemCache = ReturnType<typeof createItemCache>;

/** Caches per process: any entry may be missing or stale. */
export function createItemCache() {
  const items = new LRUCache<string, CachedItem>({ ...limitEntries(CACHED_ITEMS), ttl: CACHE_TTL_MS });
  const toKey = (storeId: string, kind: string, name: string) => `${storeId} ${kind} ${name}`;

  function remember(storeId: string, item: ResolvedItem): void {
    const cachedItem = { variantId: item.variantId, title: item.title };
    items.set(toKey(storeId, 'product', item.productId), cachedItem);
    items.set(toKey(storeId, 'handle', item.handle), cachedItem);
    items.set(toKey(storeId, 'variant', item.variantId), cachedItem);
  }

  return {
    remember,

    rememberProducts(storeId: string, products: readonly Product[]): void {
      for (const product of products) {
        const first = pickFirstAvailable(product.variants);
        for (const variant of product.variants) {
          const cachedItem = { variantId: variant.id, title: formatLineTitle(product.title, variant.title) };
          items.set(toKey(storeId, 'variant', variant.id), cachedItem);
          if (variant !== first) continue;
          items.set(toKey(storeId, 'product', product.id), cachedItem);
          items.set(toKey(storeId, 'handle', product.handle), cachedItem);
        }
      }
    },

    /** Caches a reference that was resolved from the synchronized products. */
    keep(storeId: string, reference: ItemReference, item: CachedItem): void {
      items.set(toKey(storeId, reference.kind, nameOf(reference)), item);
    },

    find(storeId: string, reference: ItemReference): CachedItem | undefined {
      return items.get(toKey(storeId, reference.kind, nameOf(reference)));
    },

    forget(storeId: string, reference: ItemReference): void {
      items.delete(toKey(storeId, reference.kind, nameOf(reference)));
    },
  };
}

function nameOf(reference: ItemReference): string {
  return reference.kind === 'handle' ? reference.handle : reference.id;
}
