import {
  type CartLine,
  computeLineSubtotal,
  type Discounts,
  type Totals,
} from '../../commerce/checkout/cart.ts';
import { listNamedDiscounts } from '../../commerce/checkout/discounts.ts';
import { toDecimal } from '../../commerce/money/money.ts';
import type { OrderLine } from '../../commerce/order/order.ts';
import { isOn } from '../../commerce/store/capabilities.ts';
import type { StoreContext } from '../../operations/call/store-context.ts';
import { omitEmpty } from '../omit-empty.ts';
import { shortenIds } from './ids.ts';

interface Content {
  currency: string;
  lines: readonly (OrderLine & Pick<CartLine, 'addedByShop' | 'allocations'>)[];
  totals: Totals;
}

/** Renders lines and totals; amounts of 0 other than the total are left out. */
export function renderContent({ currency, lines, totals }: Content) {
  const { subtotal, discount, tax, shipping, total, fees = 0, feeLines, discountLines, warnings } = totals;
  const formatDecimal = (amount: number) => toDecimal(amount, currency);
  const automaticDiscounts = listNamedDiscounts({ lines, totals }).map(({ title, amount }) => {
    return { title, amount: formatDecimal(amount) };
  });
  return {
    currency,
    prices_include_tax: totals.pricesIncludeTax,
    priced_for: totals.pricedFor,
    items: lines.map((line) => renderLine(line, formatDecimal)),
    subtotal: formatDecimal(subtotal),
    discount: discount === 0 ? undefined : formatDecimal(discount),
    discount_lines: discountLines?.map(({ name, amount }) => ({ name, amount: formatDecimal(amount) })),
    automatic_discounts: omitEmpty(automaticDiscounts),
    fees: fees === 0 ? undefined : formatDecimal(fees),
    fee_lines: feeLines?.map(({ name, amount }) => ({ name, amount: formatDecimal(amount) })),
    tax: tax === 0 ? undefined : formatDecimal(tax),
    shipping: shipping === null ? undefined : formatDecimal(shipping),
    total: formatDecimal(total),
    warnings,
  };
}

function renderLine(line: OrderLine & Pick<CartLine, 'addedByShop'>, decimal: (amount: number) => string) {
  const { variantId, title, quantity, price, priceText, contentWarning, addedByShop } = line;
  const subtotal = computeLineSubtotal(line);
  return {
    id: variantId === null ? '' : shortenIds(variantId),
    title,
    quantity,
    price: decimal(price),
    price_text: priceText,
    subtotal: subtotal === price ? undefined : decimal(subtotal),
    added_by_shop: addedByShop,
    content_warning: contentWarning,
  };
}

export function renderCodes({ store }: StoreContext, discounts: Discounts | null, currency: string) {
  if (!discounts || !isOn(store.switches, 'discount')) return {};
  const { applied, rejected } = discounts;
  return {
    discount_codes: [
      ...applied.map(({ code, amount }) => ({ code, amount: toDecimal(amount, currency) })),
      ...rejected.map(({ code, message }) => ({ code, rejected: message })),
    ],
  };
}

export function toPictures(entries: readonly (readonly [string, string | undefined])[]) {
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

export function toPicturesOfLines(lines: readonly CartLine[]): Record<string, string> {
  return toPictures(lines.map(({ variantId, imageUrl }) => [shortenIds(variantId), imageUrl ?? undefined]));
}
