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
  /** Epoch milliseconds before the shop showed the product that was last written to the copy. */
  confirmedAt?: number;
}

const CACHED_ITEMS = 100_000;
/** A product's first available variant changes as it sells; a stale entry is dropped when the cart refuses it. */
const CACHE_TTL_MS = 15 * MINUTE_MS;

interface Shown {
  products: readonly Product[];
  /** Epoch milliseconds before the shop was asked. */
  asOf: number;
  /** Minimum time between two confirmations of a product. */
  intervalMs: number;
}

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

  function rememberProduct(storeId: string, product: Product, confirmedAt: number): void {
    const first = pickFirstAvailable(product.variants);
    for (const variant of product.variants) {
      const title = formatLineTitle(product.title, variant.title);
      const cachedItem = { variantId: variant.id, title, confirmedAt };
      items.set(toKey(storeId, 'variant', variant.id), cachedItem);
      if (variant !== first) continue;
      items.set(toKey(storeId, 'product', product.id), cachedItem);
      items.set(toKey(storeId, 'handle', product.handle), cachedItem);
    }
  }

  return {
    remember,

    /** Returns the products that were not confirmed within the interval: they count as confirmed now. */
    rememberProducts(storeId: string, { products, asOf, intervalMs }: Shown): Product[] {
      return products.filter((product) => {
        const [first] = product.variants;
        const last = items.get(toKey(storeId, 'variant', first?.id ?? ''))?.confirmedAt ?? 0;
        const isRecent = asOf >= last && asOf - last < intervalMs;
        rememberProduct(storeId, product, isRecent ? last : asOf);
        return !isRecent;
      });
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
