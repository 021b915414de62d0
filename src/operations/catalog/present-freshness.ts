import { type Freshness, getFreshness } from '../../commerce/product/freshness.ts';
import type { StoreContext } from '../call/store-context.ts';

/** Returns the window within which the copy answers now; undefined while the shop is to be asked. */
export function presentFreshness({ store, platform }: StoreContext): Freshness | undefined {
  const freshness = getFreshness(store);
  return freshness?.isOnlyWhileBusy && !platform.isBusy?.() ? undefined : freshness;
}
