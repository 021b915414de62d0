import type { Store } from '../store/store.ts';
import { type Instant, MINUTE_MS } from '../time/time.ts';
import type { Product } from './products.ts';
import { hasPriceChanged } from './sales.ts';

/** How long a product is shown without asking the shop (docs/decisions/0027-freshness.md). */
export interface Freshness {
  /** Age up to which the product is shown as it is. */
  freshMs: number;
  /** Age up to which it is shown, and read again behind the answer. */
  staleMs: number;
}

export const MAX_FRESHNESS_SECONDS = 3_600;
/** Default window. It counts only while the shop is busy: an idle one is asked. */
const WHILE_BUSY: Freshness = { freshMs: MINUTE_MS, staleMs: 10 * MINUTE_MS };
const STALE_FACTOR = 10;
/** A product with so few pieces may be sold out by the next order. */
const FEW_PIECES = 5;
/** Part of the window that applies to products which are about to change. */
const SHORT_WINDOW = 1 / 6;

/** Returns the window within which the copy answers now; undefined while the shop is to be asked. */
export function getFreshness({ store, platform }: FreshnessContext): Freshness | undefined {
  const { freshnessSeconds } = store;
  if (freshnessSeconds === null) return platform.isBusy?.() ? WHILE_BUSY : undefined;
  if (freshnessSeconds === 0) return undefined;
  const freshMs = freshnessSeconds * 1_000;
  return { freshMs, staleMs: Math.min(freshMs * STALE_FACTOR, WHILE_BUSY.staleMs + freshMs) };
}

interface FreshnessContext {
  /** `freshnessSeconds`: null for a store whose merchant leaves the window to the service, 0 for one whose shop is always asked. */
  store: Pick<Store, 'freshnessSeconds'>;
  platform: { isBusy?: () => boolean };
}

interface Reading {
  product: Product;
  readAt: Instant;
  /** Its freshness ended then. */
  changedAt: Instant;
}

/** `stale`: may be shown while it is read again. `unusable`: the shop has to be asked. */
export function computeCondition({ product, readAt, changedAt }: Reading, freshness: Freshness, now: number) {
  const age = now - Date.parse(readAt);
  if (readAt <= changedAt || age < 0 || hasPriceChanged(product, readAt, now)) return 'unusable';
  if (isAboutToChange(product)) return age <= freshness.freshMs * SHORT_WINDOW ? 'fresh' : 'unusable';
  if (age <= freshness.freshMs) return 'fresh';
  return age <= freshness.staleMs ? 'stale' : 'unusable';
}

/** True for a product with few pieces left, or on sale: the end of a sale sends no event. */
function isAboutToChange({ variants }: Product): boolean {
  return variants.some(
    ({ quantity, backorder, available, listPrice }) =>
      listPrice !== undefined ||
      (available && !backorder && quantity !== undefined && quantity <= FEW_PIECES),
  );
}
