import { computeCartStatus } from '../commerce/checkout/cart.ts';
import { isOpenAt } from '../commerce/checkout/checkout-session.ts';
import { toIso } from '../commerce/time/time.ts';
import type { IsOpenPurchase } from '../protocols/purchase-of.ts';
import type { Repositories } from '../storage/repositories/index.ts';

/** Reads whether a session or cart of a store can still be bought. */
export function openPurchases({ stores, carts, sessions }: Repositories, now: () => number): IsOpenPurchase {
  return async (slug, { resource, id }) => {
    const store = await stores.find(slug);
    if (!store) return false;
    const at = toIso(now());
    if (resource === 'carts') {
      const cart = await carts.find(store.id, id);
      return cart !== undefined && computeCartStatus(cart, at) === 'active';
    }
    const session = await sessions.find(store.id, id);
    return session !== undefined && isOpenAt(session, at);
  };
}
