import { isOn } from '../../commerce/capabilities.ts';
import { type CartLine, type Discounts, lineSubtotal, type Totals } from '../../commerce/cart.ts';
import { addressesModels } from '../../commerce/model-instructions.ts';
import { visibleText } from '../../commerce/visible-text.ts';
import type { StoreContext } from '../../operations/store-context.ts';

/** What sessions and carts tell alike. */
export function renderLine(line: CartLine) {
  const { variantId, title, price, imageUrl, quantity, priceWithTax } = line;
  return {
    item: {
      id: variantId,
      title: visibleText(title),
      price,
      ...(priceWithTax === undefined ? {} : { price_with_tax: priceWithTax }),
      image_url: imageUrl,
      ...renderContentWarning(title),
    },
    quantity,
    subtotal: lineSubtotal(line),
  };
}

/** Our addition, only where the shop's text gives instructions to models. */
export function renderContentWarning(title: string) {
  return addressesModels(title) ? { content_warning: 'contains_instructions' as const } : {};
}

/** Whether the prices of an answer hold the tax (docs/money.md); left out where nobody told. */
export function renderBasis({ pricesIncludeTax }: { pricesIncludeTax?: boolean }) {
  return pricesIncludeTax === undefined ? {} : { prices_include_tax: pricesIncludeTax };
}

/** Since when the sums of a session or cart stand: the platform is asked again when it is changed. */
export function renderAsOf({ asOf }: Totals) {
  return asOf === undefined ? {} : { as_of: asOf };
}

/**
 * `discount` is our addition, so that every response adds up by itself; so is `shipping` outside of orders, and only where
 * the platform has priced it before there is an order; so is `fees`, the part of the subtotal that is in no line.
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

/** Present only when codes were supplied and the capability is on (docs/contract.md, Discounts). */
export function renderDiscounts({ store }: StoreContext, discounts: Discounts | null) {
  if (!discounts || !isOn(store.switches, 'discount')) return {};
  const { codes, applied, rejected } = discounts;
  return { discounts: { codes, applied, rejected } };
}
