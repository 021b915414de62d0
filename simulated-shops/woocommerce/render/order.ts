import { createHash } from 'node:crypto';
import type { ShopOrder } from '../../shop/orders.ts';
import { wooTotals } from '../checkout/cart-totals.ts';
import { asEdited } from '../checkout/edited-order.ts';
import { type OrderLife, orderKey } from '../checkout/order-life.ts';
import { apiUrl, naive, type Site, siteTime, VERSIONS } from '../site.ts';
import { renderAddresses } from './addresses.ts';
import { type WriteAmount, writeAmounts } from './amounts.ts';
import { renderLinks } from './links.ts';
import { discountTax, shippingTax } from './order-amounts.ts';
import { renderCouponLines, renderShippingLines, renderTaxLines } from './order-extras.ts';
import { renderLineItems } from './order-lines.ts';
import { renderOrderMeta } from './order-meta.ts';
import { refundsOf } from './order-refunds.ts';
import { symbolOf } from './price-html.ts';

/** One member of `GET /orders`; amounts are decimal strings, rounded to what the shop shows unless it is asked for more. */
export function renderOrder(
  site: Site,
  life: OrderLife,
  original: ShopOrder,
  amount: WriteAmount = writeAmounts(site),
): object {
  const order = asEdited(original);
  const key = orderKey(order);
  const shippingLines = renderShippingLines(site, order, amount);
  return {
    id: order.id,
    number: `${site.settings.orderPrefix ?? ''}${order.id}`,
    parent_id: 0,
    customer_id: 0,
    order_key: key,
    version: VERSIONS.woocommerce,
    ...statusFields(site, life, order),
    ...dateFields(site, life, order),
    ...amountFields(site, order, amount),
    ...renderAddresses(order.buyer, { isSent: shippingLines.length > 0 || site.checkout === 'block' }),
    ...paymentFields(life, order),
    ...ORIGIN,
    cart_hash: createHash('md5').update(order.cartKey).digest('hex'),
    meta_data: renderOrderMeta(order),
    line_items: renderLineItems(site, order, amount),
    tax_lines: renderTaxLines(site, order, amount),
    shipping_lines: shippingLines,
    fee_lines: renderFeeLines(order, amount),
    coupon_lines: renderCouponLines(site, order),
    payment_url: `${site.origin()}/checkout/order-pay/${order.id}/?pay_for_order=true&key=${key}`,
    _links: orderLinks(site, order),
  };
}

const ORIGIN = {
  customer_ip_address: '127.0.0.1',
  customer_user_agent: 'Sandbox',
  created_via: 'checkout',
  customer_note: '',
};

function statusFields(site: Site, life: OrderLife, order: ShopOrder): object {
  const status = life.statusOf(order);
  return {
    status,
    is_editable: status === 'pending' || status === 'on-hold',
    needs_payment: status === 'pending',
    needs_processing: order.lines.some(({ productId }) => !site.traits.virtual.has(productId)),
  };
}

function dateFields(site: Site, life: OrderLife, order: ShopOrder): object {
  const instants = {
    created: order.createdAt,
    modified: order.updatedAt,
    paid: life.paidAt(order),
    completed: order.shippedAt,
  };
  const fields = Object.entries(instants).flatMap(([name, at]) => [
    [`date_${name}`, at === null ? null : siteTime(site, at)],
    [`date_${name}_gmt`, at === null ? null : naive(at)],
  ]);
  return Object.fromEntries(fields);
}

/** A refund leaves the total as it was. */
function amountFields({ settings, prices }: Site, order: ShopOrder, amount: WriteAmount): object {
  const totals = wooTotals(order.pricing);
  return {
    currency: settings.currency,
    currency_symbol: symbolOf(settings).text,
    prices_include_tax: prices.includeTax,
    discount_total: amount(totals.discount),
    discount_tax: amount(discountTax(order)),
    shipping_total: amount(totals.shipping ?? 0),
    shipping_tax: amount(shippingTax(order)),
    cart_tax: amount(totals.tax - shippingTax(order)),
    total: amount(totals.total),
    total_tax: amount(totals.tax),
    refunds: refundsOf(order).map(({ id, amount: refund }) => ({
      id,
      reason: '',
      total: `-${amount(refund)}`,
    })),
  };
}

function paymentFields(life: OrderLife, order: ShopOrder): object {
  return life.paidAt(order) === null
    ? { payment_method: 'bacs', payment_method_title: 'Direct bank transfer', transaction_id: '' }
    : {
        payment_method: 'sandbox_card',
        payment_method_title: 'Card (simulated)',
        transaction_id: `sandbox_${order.id}`,
      };
}

function renderFeeLines({ id, pricing }: ShopOrder, amount: WriteAmount): object[] {
  return (pricing.fees ?? []).map((fee, index) => ({
    id: id * 1000 + index,
    name: fee.name,
    tax_class: '',
    tax_status: 'none',
    amount: amount(fee.amount),
    total: amount(fee.amount),
    total_tax: '0.00',
    taxes: [],
    meta_data: [],
  }));
}

function orderLinks(site: Site, order: ShopOrder): object {
  const self = apiUrl(site, `/orders/${order.id}`);
  return {
    ...renderLinks(self, apiUrl(site, '/orders')),
    email_templates: [{ embeddable: true, href: `${self}/actions/email_templates` }],
  };
}
