import { toDecimal } from '../../../src/commerce/money/money.ts';
import type { OrderedLine, ShopOrder } from '../../shop/orders.ts';
import type { LineSums } from '../../shop/pricing.ts';
import { attributeKey, slugOf } from '../goods/attributes.ts';
import { findVariation, fullTitle, type Variation } from '../goods/posts.ts';
import type { Site } from '../site.ts';
import type { WriteAmount } from './amounts.ts';
import { escapeHtml } from './escape-html.ts';
import { imageId } from './image.ts';
import { lineAmounts } from './order-amounts.ts';

export function renderLineItems(site: Site, order: ShopOrder, amount: WriteAmount): object[] {
  const amounts = lineAmounts(order);
  return order.lines.flatMap((line, index) =>
    line.quantity === 0
      ? []
      : [lineItem(site, line, { id: order.id * 100 + index, amounts: amounts[index] ?? NOTHING, amount })],
  );
}

const NOTHING: LineSums = { subtotal: 0, subtotalTax: 0, total: 0, totalTax: 0 };

function lineItem(
  site: Site,
  line: OrderedLine,
  { id, amounts, amount }: { id: number; amounts: LineSums; amount: WriteAmount },
): object {
  const exact = (minorUnits: number) => toDecimal(minorUnits, site.settings.currency);
  const variation = findVariation(site.products, line.variantId);
  return {
    id,
    name: variation === undefined ? line.title : fullTitle(variation),
    product_id: line.productId,
    variation_id: line.variantId === line.productId ? 0 : line.variantId,
    quantity: line.quantity,
    tax_class: '',
    subtotal: amount(amounts.subtotal),
    subtotal_tax: amount(amounts.subtotalTax),
    total: amount(amounts.total),
    total_tax: amount(amounts.totalTax),
    taxes: [{ id: 1, total: exact(amounts.totalTax), subtotal: exact(amounts.subtotalTax) }],
    meta_data: variation === undefined ? [] : choiceMeta(variation, id),
    sku: line.sku,
    global_unique_id: '',
    // The only numeric amount: per piece after discounts, never rounded, like the tax parts.
    price: Number(exact(amounts.total)) / line.quantity,
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
