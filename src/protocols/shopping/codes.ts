import { isOn } from '../../commerce/capabilities.ts';
import type { StoreContext } from '../../operations/store-context.ts';
import type { Incoming } from '../endpoint.ts';

/** Drops the codes, as not used, where the merchant has switched discounts off. */
export function codesFor(
  { store }: Pick<StoreContext, 'store'>,
  codes: string[] | undefined,
  { repairs }: Pick<Incoming, 'repairs'>,
): { discountCodes?: string[] } {
  if (codes === undefined) return {};
  if (isOn(store.switches, 'discount')) return { discountCodes: codes };
  repairs?.push('discount_codes: not used');
  return {};
}
