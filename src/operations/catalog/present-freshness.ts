import { type Freshness, freshnessOf } from '../../commerce/product/freshness.ts';
import type { StoreContext } from '../call/store-context.ts';

/** Returns the window within which the copy answers now; undefined while the shop is to be asked. */
export function presentFreshness({ store, platform }: StoreContext): Freshness | undefined {
  const freshness = freshnessOf(store);
  return freshness?.isOnlyWhileBusy && !platform.isBusy?.() ? undefined : freshness;
}
