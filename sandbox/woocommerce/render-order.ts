import { createHash } from 'node:crypto';
import { toDecimal } from '../../src/commerce/money.ts';
import type { ShopOrder } from '../shop/orders.ts';
import { wooTotals } from './cart-totals.ts';
import { discountTax } from './order-amounts.ts';
import { type OrderLife, orderKey } from './order-life.ts';
import { symbolOf } from './price-html.ts';
import { renderAddresses } from './render-addresses.ts';
import { renderLinks } from './render-links.ts';
import { renderCouponLines, renderShippingLines, renderTaxLines } from './render-order-extras.ts';
import { renderLineItems } from './render-order-lines.ts';
import { renderOrderMeta } from './render-order-meta.ts';
import { apiUrl, naive, type Site, VERSIONS } from './site.ts';

/** One member of `GET /orders`; amounts are decimal strings. */
export function renderOrder(site: Site, life: OrderLife, order: ShopOrder): object {
  const amount = (minorUnits: number) => toDecimal(minorUnits, site.settings.currency);
  const totals = wooTotals(order.pricing);
  const status = life.statusOf(order);
  const key = orderKey(order);
  const dates = orderDates(life, order);
  return {
    id: order.id,
    parent_id: 0,
    status,
    currency: site.settings.currency,
    version: VERSIONS.woocommerce,
    prices_include_tax: false,
    date_created: dates.created,
    date_modified: dates.modified,
    discount_total: amount(totals.discount),
    discount_tax: amount(discountTax(site.settings, order)),
    shipping_total: amount(totals.shipping ?? 0),
    shipping_tax: amount(0),
    cart_tax: amount(totals.tax),
    total: amount(totals.total),
    total_tax: amount(totals.tax),
    customer_id: 0,
    order_key: key,
    ...renderAddresses(order.buyer),
    ...paymentFields(order, dates.paid),
    customer_ip_address: '127.0.0.1',
    customer_user_agent: 'Sandbox',
    created_via: 'checkout',
    customer_note: '',
    date_completed: dates.completed,
    date_paid: dates.paid,
    cart_hash: createHash('md5').update(order.cartKey).digest('hex'),
    number: String(order.id),
    meta_data: renderOrderMeta(order),
    line_items: renderLineItems(site, order),
    tax_lines: renderTaxLines(site, order),
    shipping_lines: renderShippingLines(site, order),
    fee_lines: [],
    coupon_lines: renderCouponLines(site, order),
    refunds:
      order.refundedAt === null
        ? []
        : [{ id: order.id + 1_000_000, reason: '', total: amount(-totals.total) }],
    payment_url: `${site.origin()}/checkout/order-pay/${order.id}/?pay_for_order=true&key=${key}`,
    is_editable: status === 'pending' || status === 'on-hold',
    needs_payment: status === 'pending',
    needs_processing: order.lines.some(({ productId }) => !site.traits.virtual.has(productId)),
    date_created_gmt: dates.created,
    date_modified_gmt: dates.modified,
    date_completed_gmt: dates.completed,
    date_paid_gmt: dates.paid,
    currency_symbol: symbolOf(site.settings).text,
    _links: orderLinks(site, order),
  };
}

function orderDates(life: OrderLife, order: ShopOrder) {
  const paid = life.paidAt(order);
  return {
    created: naive(order.createdAt),
    modified: naive(order.updatedAt),
    paid: paid === null ? null : naive(paid),
    completed: order.shippedAt === null ? null : naive(order.shippedAt),
  };
}

function paymentFields(order: ShopOrder, paid: string | null): object {
  return paid === null
    ? { payment_method: 'bacs', payment_method_title: 'Direct bank transfer', transaction_id: '' }
    : {
        payment_method: 'sandbox_card',
        payment_method_title: 'Card (simulated)',
        transaction_id: `sandbox_${order.id}`,
      };
}

function orderLinks(site: Site, order: ShopOrder): object {
  const self = apiUrl(site, `/orders/${order.id}`);
  return {
    ...renderLinks(self, apiUrl(site, '/orders')),
    email_templates: [{ embeddable: true, href: `${self}/actions/email_templates` }],
  };
}
