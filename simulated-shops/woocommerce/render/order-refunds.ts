import type { ShopRefund } from '../../shop/order-changes.ts';
import type { ShopOrder } from '../../shop/orders.ts';
import { apiUrl, naive, type Site, siteTime } from '../site.ts';
import type { WriteAmount } from './amounts.ts';
import { lineAmounts } from './order-amounts.ts';

/** Canceling an order refunds nothing. */
export function refundsOf(order: ShopOrder): ShopRefund[] {
  return order.refunds.filter(({ isWhole }) => !isWhole || order.refundedAt !== null);
}

/** Members of `GET /orders/{id}/refunds`, newest first. An order that is refunded by its status gives back money, and no goods. */
export function renderRefunds(site: Site, order: ShopOrder, write: WriteAmount): object[] {
  return refundsOf(order)
    .map((refund) => ({
      id: refund.id,
      parent_id: order.id,
      date_created: siteTime(site, refund.at),
      date_created_gmt: naive(refund.at),
      amount: write(refund.amount),
      reason: refund.isWhole ? 'Order fully refunded.' : '',
      refunded_by: 0,
      refunded_payment: false,
      meta_data: [],
      line_items: refund.isWhole ? [] : lineItems(order, refund, write),
      shipping_lines: [],
      tax_lines: [],
      fee_lines: [],
      _links: { up: [{ href: apiUrl(site, `/orders/${order.id}`) }] },
    }))
    .toReversed();
}

function lineItems(order: ShopOrder, { id, pieces }: ShopRefund, write: WriteAmount): object[] {
  const amounts = lineAmounts(order);
  return order.lines.flatMap((line, index) => {
    const quantity = pieces[index] ?? 0;
    if (quantity === 0) return [];
    const total = Math.round(((amounts[index]?.total ?? 0) * quantity) / line.quantity);
    return [
      {
        id: id * 100 + index,
        name: line.title,
        product_id: line.productId,
        variation_id: line.variantId === line.productId ? 0 : line.variantId,
        quantity: -quantity,
        subtotal: write(-total),
        total: write(-total),
        meta_data: [
          { id: id * 1000 + index, key: '_refunded_item_id', value: String(order.id * 100 + index) },
        ],
      },
    ];
  });
}
