import { type CartLine, type Discounts, lineSubtotal, type Totals } from '../../commerce/checkout/cart.ts';
import { isOn } from '../../commerce/store/capabilities.ts';
import type { StoreContext } from '../../operations/store-context.ts';

/** Line of a session or a cart. */
export function renderLine(line: CartLine) {
  const { variantId, title, price, imageUrl, quantity, priceWithTax } = line;
  return {
    item: {
      id: variantId,
      title,
      price,
      ...(priceWithTax === undefined ? {} : { price_with_tax: priceWithTax }),
      image_url: imageUrl,
      ...renderContentWarning(line),
    },
    quantity,
    subtotal: lineSubtotal(line),
  };
}

/** Addition to the contract: present when the shop's text gives instructions to models. */
export function renderContentWarning({ contentWarning }: Pick<CartLine, 'contentWarning'>) {
  return contentWarning === undefined ? {} : { content_warning: contentWarning };
}

/** Says whether prices include tax (docs/money.md); absent when the store platform does not say. */
export function renderBasis({ pricesIncludeTax }: { pricesIncludeTax?: boolean }) {
  return pricesIncludeTax === undefined ? {} : { prices_include_tax: pricesIncludeTax };
}

/** Time of the last pricing: totals are priced again when the session or cart changes. */
export function renderAsOf({ asOf }: Totals) {
  return asOf === undefined ? {} : { as_of: asOf };
}

/**
 * `discount`, `shipping` outside of orders and `fees` are additions to the contract, so that every answer adds up. `fees` is
 * the part of the subtotal that is in no line.
 */
export function renderTotals({ subtotal, discount, tax, shipping, total, fees }: Totals) {
  return {
    subtotal,
    discount,
    tax,
    ...(shipping === null ? {} : { shipping }),
    total,
    ...(fees === undefined ? {} : { fees }),
  };
}

/** docs/contract.md, Discounts: present when codes were supplied and the capability is on. */
export function renderDiscounts({ store }: Pick<StoreContext, 'store'>, discounts: Discounts | null) {
  if (!discounts || !isOn(store.switches, 'discount')) return {};
  const { codes, applied, rejected } = discounts;
  return { discounts: { codes, applied, rejected } };
}
