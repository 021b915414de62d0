import { toDecimal } from '../../src/commerce/money.ts';
import type { OrderedLine, ShopOrder } from '../shop/orders.ts';
import { attributeKey, slugOf } from './attributes.ts';
import { escapeHtml } from './categories.ts';
import { findVariation, fullTitle, type Variation } from './posts.ts';
import { imageId } from './render-image.ts';
import type { Site } from './site.ts';

/** Minor units: what a line costs before and after its share of the discounts, and its share of the tax. */
export interface LineAmounts {
  subtotal: number;
  total: number;
  tax: number;
}

/** Shares of the tax are cut from the running total, so that together they are the order's tax exactly. */
export function lineAmounts(order: ShopOrder): LineAmounts[] {
  const totals = order.lines.map((line, index) => lineTotal(order, line, index));
  const whole = totals.reduce((sum, each) => sum + each, 0);
  const taxUpTo = (amount: number) =>
    whole === 0 ? 0 : Number((BigInt(order.pricing.tax) * BigInt(amount)) / BigInt(whole));
  let before = 0;
  return order.lines.map((line, index) => {
    const total = totals[index] ?? 0;
    const tax = taxUpTo(before + total) - taxUpTo(before);
    before += total;
    return { subtotal: line.price * line.quantity, total, tax };
  });
}

function lineTotal(order: ShopOrder, line: OrderedLine, index: number): number {
  const off = order.pricing.codes.map((code) => (code.applied ? (code.perLine[index] ?? 0) : 0));
  return line.price * line.quantity - off.reduce((sum, each) => sum + each, 0);
}

export function renderLineItems(site: Site, order: ShopOrder): object[] {
  const amounts = lineAmounts(order);
  return order.lines.map((line, index) =>
    lineItem(site, line, order.id * 100 + index, amounts[index] ?? { subtotal: 0, total: 0, tax: 0 }),
  );
}

function lineItem(site: Site, line: OrderedLine, id: number, amounts: LineAmounts): object {
  const { currency } = site.settings;
  const amount = (minorUnits: number) => toDecimal(minorUnits, currency);
  const variation = findVariation(site.products, line.variantId);
  return {
    id,
    name: variation === undefined ? line.title : fullTitle(variation),
    product_id: line.productId,
    variation_id: line.variantId === line.productId ? 0 : line.variantId,
    quantity: line.quantity,
    tax_class: '',
    subtotal: amount(amounts.subtotal),
    subtotal_tax: amount(amounts.tax),
    total: amount(amounts.total),
    total_tax: amount(amounts.tax),
    taxes: [{ id: 1, total: amount(amounts.tax), subtotal: amount(amounts.tax) }],
    meta_data: variation === undefined ? [] : choiceMeta(variation, id),
    sku: line.sku,
    global_unique_id: '',
    // The one amount that is a number: for one piece, after discounts.
    price: Number(amount(amounts.total)) / line.quantity,
    image: lineImage(site, line),
    parent_name: variation?.product.title ?? null,
  };
}

/** The image's id is text for a simple product and a number for a variation. */
function lineImage(site: Site, line: OrderedLine): object {
  const product = site.products.find(({ id }) => id === line.productId);
  if (product === undefined || line.imageUrl === null) return { id: '', src: '' };
  const id = imageId(product);
  return { id: line.variantId === line.productId ? String(id) : id, src: line.imageUrl };
}

function choiceMeta({ product, variant }: Variation, lineId: number): object[] {
  return product.optionNames.map((name, index) => {
    const key = attributeKey(name);
    const option = variant.options[index] ?? '';
    return {
      id: lineId * 10 + index,
      key,
      value: key.startsWith('pa_') ? slugOf(option) : option,
      display_key: name,
      display_value: escapeHtml(option),
    };
  });
}
