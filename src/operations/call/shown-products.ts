import { LRUCache } from 'lru-cache';
import { limitEntries } from '../../commerce/paging/max-entries.ts';
import {
  formatLineTitle,
  type ItemReference,
  type Product,
  pickFirstAvailable,
  type ResolvedItem,
} from '../../commerce/product/products.ts';
import { MINUTE_MS, toIso } from '../../commerce/time/time.ts';
import type { Products } from '../../storage/repositories/catalog/products.ts';

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

const MAX_CONFIRMED = 100_000;
/** Minimum interval, per product and process, of writing that it is as it was. */
const BUSY_INTERVAL_MS = 1_000;
/** The same for a shop that is asked anyway. */
const IDLE_INTERVAL_MS = 15_000;

interface Answer {
  products: readonly Product[];
  /** Epoch milliseconds before the shop was asked. */
  asOf: number;
  /** True when following answers may come from the copy. */
  isCopyUsed: boolean;
}

export type ConfirmProducts = ReturnType<typeof createProductConfirmation>;

/** Writes what a shop has just shown to the copy. A failed write costs only a further call to the shop. */
export function createProductConfirmation({ products: copy }: { products: Pick<Products, 'confirm'> }) {
  const confirmedAt = new LRUCache<string, number>(limitEntries(MAX_CONFIRMED));

  function isDue(key: string, asOf: number, intervalMs: number): boolean {
    const sinceLast = asOf - (confirmedAt.get(key) ?? Number.NEGATIVE_INFINITY);
    if (sinceLast >= 0 && sinceLast < intervalMs) return false;
    confirmedAt.set(key, asOf);
    return true;
  }

  return async (storeId: string, { products, asOf, isCopyUsed }: Answer): Promise<void> => {
    const intervalMs = isCopyUsed ? BUSY_INTERVAL_MS : IDLE_INTERVAL_MS;
    const due = products.filter(({ id }) => isDue(`${storeId} ${id}`, asOf, intervalMs));
    if (due.length > 0) await copy.confirm(storeId, due, toIso(asOf)).catch(() => undefined);
  };
}
