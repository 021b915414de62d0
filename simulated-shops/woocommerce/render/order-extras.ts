import { toDecimal } from '../../../src/commerce/money/money.ts';
import type { ShopOrder } from '../../shop/orders.ts';
import type { CodeOutcome } from '../../shop/pricing.ts';
import { wooTotals } from '../checkout/cart-totals.ts';
import { amountOffGoods, couponCode } from '../checkout/coupons.ts';
import type { Site } from '../site.ts';
import type { WriteAmount } from './amounts.ts';
import { escapeHtml } from './escape-html.ts';
import { shippingTax } from './order-amounts.ts';

export function renderTaxLines(site: Site, order: ShopOrder, amount: WriteAmount): object[] {
  const { country, taxRate } = site.settings;
  return [
    {
      id: order.id * 100 + 90,
      rate_code: `${country}-TAX-1`,
      rate_id: 1,
      label: 'Tax',
      compound: false,
      tax_total: amount(order.pricing.tax - shippingTax(order)),
      shipping_tax_total: amount(shippingTax(order)),
      rate_percent: Math.round(Number(taxRate) * 10_000) / 100,
      meta_data: [],
    },
  ];
}

/** Empty when nothing needed shipping. */
export function renderShippingLines(site: Site, order: ShopOrder, amount: WriteAmount): object[] {
  const { shipping } = wooTotals(order.pricing);
  const ids = order.shippingRateId?.split('+') ?? [];
  const [rate, ...others] = site.settings.shippingRates.filter(({ id }) => ids.includes(id));
  if (shipping === null || rate === undefined) return [];
  const items = order.lines.map(({ title, variantTitle, quantity }) => {
    const name = variantTitle === null ? title : `${title} - ${variantTitle.replaceAll(' / ', ', ')}`;
    return { name, count: `&times; ${quantity}` };
  });
  const tax = amount(shippingTax(order));
  return [
    {
      id: order.id * 100 + 91,
      method_title: [rate, ...others].map(({ title }) => title).join(', '),
      method_id: 'flat_rate',
      instance_id: String(site.settings.shippingRates.indexOf(rate) + 1),
      total: amount(shipping),
      total_tax: tax,
      taxes: [{ id: 1, total: tax, subtotal: '' }],
      tax_status: site.prices.taxesShipping ? 'taxable' : 'none',
      meta_data: [
        {
          id: order.id * 100 + 92,
          key: 'Items',
          value: items.map(({ name, count }) => `${name} ${count}`).join(', '),
          display_key: 'Items',
          display_value: items.map(({ name, count }) => `${escapeHtml(name)} ${count}`).join(', '),
        },
      ],
    },
  ];
}

export function renderCouponLines(site: Site, order: ShopOrder): object[] {
  const applied = order.pricing.codes.filter((code) => code.applied);
  return applied.map((code, index) => couponLine(site, code, order.id * 100 + 93 + index));
}

function couponLine(site: Site, outcome: Extract<CodeOutcome, { applied: true }>, id: number): object {
  const { currency } = site.settings;
  const { kind, value } = outcome.coupon;
  const code = couponCode(outcome.code);
  const type = kind === 'percent' ? 'percent' : 'fixed_cart';
  const info = JSON.stringify([1, code, type, Number(value)]);
  return {
    id,
    code,
    // The only amount that is neither rounded nor padded: "4", "4.9".
    discount: String(Number(toDecimal(amountOffGoods(outcome), currency))),
    discount_tax: toDecimal(0, currency),
    meta_data: [
      { id: id * 10, key: 'coupon_info', value: info, display_key: 'coupon_info', display_value: info },
    ],
    discount_type: type,
    nominal_amount: Number(value),
    free_shipping: kind === 'free_shipping',
  };
}
