import type { CartLine } from '../../commerce/checkout/cart.ts';
import type { StoreContext } from '../call/store-context.ts';

/** True when the shop says that it does not deliver to the country, and some goods need delivery. Makes no call. */
export function isUndeliverable({ store }: StoreContext, country: string | undefined, lines: CartLine[]) {
  const { deliversTo } = store.description;
  if (country === undefined || deliversTo === undefined) return false;
  return !deliversTo.includes(country) && lines.some(({ needsDelivery }) => needsDelivery !== false);
}
