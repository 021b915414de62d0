import { LRUCache } from 'lru-cache';
import { limitEntries } from '../../commerce/paging/max-entries.ts';
import type { Product } from '../../commerce/product/products.ts';
import { toIso } from '../../commerce/time/time.ts';
import type { Products } from '../../storage/repositories/catalog/products.ts';

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
