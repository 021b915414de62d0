import {
  type CartLine,
  computeLineSubtotal,
  type Discounts,
  type Totals,
} from '../../commerce/checkout/cart.ts';
import { listNamedDiscounts } from '../../commerce/checkout/discounts.ts';
import { listProvisional } from '../../commerce/checkout/provisional.ts';
import { isOn } from '../../commerce/store/capabilities.ts';
import type { StoreContext } from '../../operations/call/store-context.ts';
import { isUndeliverable } from '../../operations/store/delivers-to.ts';

// Members that are undefined are absent from the text of an answer.

/** Line of a session or a cart. */
export function renderLine(line: CartLine) {
  const { variantId, title, price, imageUrl, quantity, priceWithTax, priceText } = line;
  const { contentWarning, addedByShop } = line;
  return {
    item: {
      id: variantId,
      title,
      price,
      price_with_tax: priceWithTax,
      image_url: imageUrl,
      price_text: priceText,
      content_warning: contentWarning,
    },
    quantity,
    subtotal: computeLineSubtotal(line),
    added_by_shop: addedByShop,
  };
}

/**
 * `discount`, `shipping` outside of orders and `fees` are additions to the contract, so that every answer adds up. `fees` is
 * the part of the subtotal that is in no line; the shop's names of fees and of discounts without a code stand beside them.
 */
export function renderTotals(totals: Totals) {
  const { subtotal, discount, tax, shipping, total, fees, feeLines, discountLines } = totals;
  return {
    subtotal,
    discount,
    tax,
    shipping: shipping ?? undefined,
    total,
    fees,
    fee_lines: feeLines,
    discount_lines: discountLines,
  };
}

/** Undefined when nothing can be added any more. */
export function renderProvisional(priced: Parameters<typeof listProvisional>[0]) {
  const parts = listProvisional(priced);
  return parts.length > 0 ? parts : undefined;
}

/** Member of an answer to a request with a destination to which the shop does not deliver. */
export function renderUndeliverable(
  context: Pick<StoreContext, 'store'>,
  destination: { country: string } | undefined,
  lines: readonly CartLine[],
): { undeliverable?: true } {
  return isUndeliverable(context, destination?.country, lines) ? { undeliverable: true } : {};
}

/** Undefined where the shop names none. */
export function renderAutomaticDiscounts(priced: Parameters<typeof listNamedDiscounts>[0]) {
  const discounts = listNamedDiscounts(priced);
  return discounts.length > 0 ? discounts : undefined;
}

/** docs/contract.md, Discounts: present when codes were supplied and the capability is on. */
export function renderDiscounts({ store }: Pick<StoreContext, 'store'>, discounts: Discounts | null) {
  if (!discounts || !isOn(store.switches, 'discount')) return undefined;
  const { codes, applied, rejected } = discounts;
  return { codes, applied, rejected };
}
