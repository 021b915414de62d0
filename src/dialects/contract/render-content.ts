import { isOn } from '../../commerce/capabilities.ts';
import type { CartLine, Discounts, Totals } from '../../commerce/cart.ts';
import { addressesModels } from '../../commerce/model-instructions.ts';
import { visibleText } from '../../commerce/visible-text.ts';
import type { StoreContext } from '../../operations/store-context.ts';

/** What sessions and carts tell alike. */
export function renderLine(line: CartLine) {
  return {
    item: {
      id: line.variantId,
      title: visibleText(line.title),
      price: line.price,
      image_url: line.imageUrl,
      ...renderContentWarning(line.title),
    },
    quantity: line.quantity,
  };
}

/** Our addition, only where the shop's text gives instructions to models. */
export function renderContentWarning(title: string) {
  return addressesModels(title) ? { content_warning: 'contains_instructions' as const } : {};
}

/**
 * `discount` is our addition, so that every response adds up by itself; so is `shipping` outside of orders, and only where
 * the platform has priced it before there is an order.
 */
export function renderTotals({ subtotal, discount, tax, shipping, total }: Totals) {
  return { subtotal, discount, tax, ...(shipping === null ? {} : { shipping }), total };
}

/** Present only when codes were supplied and the capability is on (docs/contract.md, Discounts). */
export function renderDiscounts({ store }: StoreContext, discounts: Discounts | null) {
  if (!discounts || !isOn(store.switches, 'discount')) return {};
  const { codes, applied, rejected } = discounts;
  return { discounts: { codes, applied, rejected } };
}
