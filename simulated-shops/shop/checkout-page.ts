import { formatMoney, toDecimal, toMinorUnits } from '../../src/commerce/money/money.ts';
import type { CheckoutForm } from './checkout-form.ts';
import type { ShopOrder } from './orders.ts';
import { html, type Markup, page } from './page-layout.ts';
import { type Pricing, shippingRatesTo } from './pricing.ts';
import type { ShopSettings } from './types.ts';

interface CheckoutLine {
  title: string;
  variantTitle: string | null;
  imageUrl: string | null;
  quantity: number;
  /** Per piece, in minor units. */
  price: number;
}

export interface CheckoutView {
  settings: ShopSettings;
  lines: readonly CheckoutLine[];
  /** With the chosen shipping rate. */
  pricing: Pricing;
  form: CheckoutForm;
  /** Target of the form. */
  action: string;
  /** True when GET on `action` with the form's fields in its query shows the sums for them (another rate or country). */
  refreshable?: boolean;
  /** Reason why the last submission made no order. */
  problem?: string;
}

export function checkoutPage(view: CheckoutView): string {
  const { settings, form } = view;
  const body = html`<h1>Checkout</h1>
${view.problem === undefined ? null : html`<p class="problem" role="alert">${view.problem}</p>`}
<div class="columns">
<form class="card woocommerce-checkout" method="post" action="${view.action}">
<h2>Contact</h2>
${field('email', 'E-mail', form.buyer.email, 'email')}
${field('name', 'Name', form.buyer.name)}
<h2>Delivery</h2>
${field('line1', 'Address', form.buyer.line1)}
${field('city', 'City', form.buyer.city)}
${field('region', 'State or province', form.buyer.region)}
${field('postal_code', 'Postal code', form.buyer.postalCode)}
${countryField(settings, form.buyer.country)}
${shippingChoice(view)}
<button type="submit">Pay now</button>
</form>
<section class="card" aria-label="Order summary"><ul class="lines">${view.lines.map((line) => lineItem(line, settings.currency))}</ul>
${sums(view.pricing, settings.currency)}</section>
</div>
${view.refreshable ? REFRESH : null}${pixel(settings, { event: 'checkout', total: view.pricing.total })}`;
  return page({ title: 'Checkout', shopName: settings.name, body });
}

export function thankYouPage(settings: ShopSettings, order: ShopOrder, number: string): string {
  const { currency } = settings;
  const body = html`<div class="card"><h1>Thank you, ${order.buyer.name}!</h1>
<p>Your order <strong>${number}</strong> is paid. A confirmation would go to ${order.buyer.email}.</p>
<ul class="lines">${order.lines.map((line) => lineItem(line, currency))}</ul>
${sums(order.pricing, currency)}
<p><a href="/">Back to the shop</a></p></div>${pixel(settings, { event: 'purchase', total: order.pricing.total, order: number })}`;
  return page({ title: `Order ${number}`, shopName: settings.name, body });
}

/** Page for an expired, emptied or unknown cart. */
export function emptyCartPage(settings: ShopSettings): string {
  const body = html`<div class="card"><h1>Your cart is empty</h1>
<p>It has expired, or everything was taken out of it.</p><p><a href="/">Back to the shop</a></p></div>`;
  return page({ title: 'Cart', shopName: settings.name, body });
}

interface PixelEvent {
  event: 'checkout' | 'purchase';
  /** In minor units. */
  total: number;
  order?: string;
}

/** Snippet that a merchant adds to a theme: it reports to an analytics service in the buyer's browser. */
function pixel({ pixelUrl, currency }: ShopSettings, { total, ...event }: PixelEvent): Markup | null {
  if (pixelUrl === null) return null;
  const query = new URLSearchParams({ ...event, total: toDecimal(total, currency), currency });
  return html`<script data-pixel="${pixelUrl}?${query.toString()}">new Image().src = document.currentScript.dataset.pixel;</script>`;
}

const REFRESH: Markup = {
  markup: `<script>
const form = document.querySelector('form');
form.addEventListener('change', (event) => {
  if (!['shipping', 'country'].includes(event.target.name)) return;
  const address = new URL(form.action);
  for (const [name, value] of new FormData(form)) address.searchParams.set(name, value);
  location.replace(address);
});
</script>`,
};

function field(name: string, label: string, value: string, type = 'text'): Markup {
  return html`<label>${label}<input type="${type}" name="${name}" value="${value}"></label>`;
}

function countryField(settings: ShopSettings, country: string): Markup {
  const rates = settings.shippingRates;
  const served = rates.flatMap((rate) => (rate.countries === 'all' ? [] : rate.countries));
  const countries = [...new Set([country, settings.country, ...served])].toSorted();
  return html`<label>Country<select name="country">${countries.map((each) =>
    each === country ? html`<option selected>${each}</option>` : html`<option>${each}</option>`,
  )}</select></label>`;
}

/** Rates for the chosen country; after another choice the cheapest one is selected. */
function shippingChoice(view: CheckoutView): Markup {
  const { settings, form } = view;
  const rates = shippingRatesTo(settings, form.buyer.country);
  if (rates.length === 0) return html`<p class="problem">Nothing is delivered to this country.</p>`;
  return html`<fieldset><legend>Shipping</legend>${[...rates, ...mixOf(view)].map((rate) => {
    const choice =
      rate.id === form.shippingRateId
        ? html`<input type="radio" name="shipping" value="${rate.id}" checked>`
        : html`<input type="radio" name="shipping" value="${rate.id}">`;
    const amount = formatMoney(toMinorUnits(rate.amount, settings.currency), settings.currency);
    return html`<label>${choice}<span>${rate.title}</span><span>${amount}</span></label>`;
  })}</fieldset>`;
}

/** Different rates of several parcels, as one choice. */
function mixOf({ settings, form: { shippingRateId } }: CheckoutView) {
  if (!shippingRateId?.includes('+')) return [];
  const rates = shippingRateId
    .split('+')
    .flatMap((id) => settings.shippingRates.find((rate) => rate.id === id) ?? []);
  const amount = rates.reduce((sum, rate) => sum + toMinorUnits(rate.amount, settings.currency), 0);
  const title = rates.map((rate) => rate.title).join(' + ');
  return [{ id: shippingRateId, title, amount: toDecimal(amount, settings.currency) }];
}

function lineItem(line: CheckoutLine, currency: string): Markup {
  return html`<li>${line.imageUrl === null ? null : html`<img src="${line.imageUrl}" alt="">`}
<span class="name">${line.title}<small>${line.variantTitle === null ? null : `${line.variantTitle} · `}${line.quantity} × ${formatMoney(line.price, currency)}</small></span>
<span>${formatMoney(line.price * line.quantity, currency)}</span></li>`;
}

function sums(pricing: Pricing, currency: string): Markup {
  const automatic = pricing.automatic.map(({ title, amount }) => row(title, formatMoney(-amount, currency)));
  const discounts = pricing.codes.flatMap((code) =>
    code.applied ? [row(`Discount ${code.code}`, formatMoney(-code.amount, currency))] : [],
  );
  return html`<table>${row('Subtotal', formatMoney(pricing.subtotal, currency))}
${automatic}${discounts}
${pricing.shipping === null ? null : row('Shipping', formatMoney(pricing.shipping, currency))}
${row('Tax', formatMoney(pricing.tax, currency))}
<tr class="total"><td>Total</td><td>${formatMoney(pricing.total, currency)}</td></tr></table>`;
}

function row(label: string, amount: string): Markup {
  return html`<tr><td>${label}</td><td>${amount}</td></tr>`;
}
