import type { Line } from '../../commerce/checkout/set-quantities.ts';
import { isOn } from '../../commerce/store/capabilities.ts';
import type { StoreContext } from '../../operations/call/store-context.ts';
import type { RequestedLine } from '../../operations/cart/requested-lines.ts';
import type { Incoming } from '../endpoint.ts';

export function toLines(items: readonly Line[]): RequestedLine[] {
  return items.map(({ variantId, quantity }) => ({ itemId: variantId, quantity }));
}

/** Drops the codes, as not used, where the merchant has switched discounts off. */
export function toDiscountCodes(
  { store }: Pick<StoreContext, 'store'>,
  codes: string[] | undefined,
  { repairs }: Pick<Incoming, 'repairs'>,
): { discountCodes?: string[] } {
  if (codes === undefined) return {};
  if (isOn(store.switches, 'discount')) return { discountCodes: codes };
  repairs.push('discount_codes: not used');
  return {};
}
