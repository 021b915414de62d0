import { joinIds } from '../../../src/commerce/checkout/fulfillment.ts';
import { isCountry } from '../../../src/commerce/money/countries.ts';
import { toMinorUnits } from '../../../src/commerce/money/money.ts';
import {
  type CartCreateRequest,
  type CartCreateResponse,
  type CartQuoteResponse,
  COMING_SOON,
  cartCreateRequest,
  INVALID_COUNTRY,
  SHIPPING_FAILED,
} from '../../../src/store-platforms/woocommerce/connector-wire.ts';
import type { OrderBook } from '../../shop/orders.ts';
import { askCarriers, type CodeOutcome, type Pricing, shippingRatesTo } from '../../shop/pricing.ts';
import type { ShippingRate } from '../../shop/types.ts';
import type { ApiCall } from '../api/api-routes.ts';
import { checkItems, type Refusal } from '../checkout/cart-items.ts';
import { askCartRules, type CartItem } from '../checkout/cart-plugins.ts';
import {
  needsShipping,
  type PricedCart,
  priceItems,
  rateId,
  wantedRate,
  wooTotals,
} from '../checkout/cart-totals.ts';
import type { Cart, Carts } from '../checkout/carts.ts';
import { couponResults } from '../checkout/coupons.ts';
import { isFreeShipping, priceWithoutTax, priceWithTax, shippingCost } from '../checkout/rounding.ts';
import { fullTitle } from '../goods/posts.ts';
import { imageUrl } from '../render/image.ts';
import type { Site } from '../site.ts';
import { invalidParams, missingParams, WordPressError } from '../wordpress-error.ts';
import { priceTextOf } from './product-parameters.ts';

/** POST /cart/create: 201 for a new cart, 200 for one that was replaced; on a refusal, and for a quote, nothing changes. */
export function createCart(
  site: Site,
  carts: Carts,
  orders: OrderBook,
  call: ApiCall,
): CartCreateResponse | CartQuoteResponse {
  const request = readRequest(call.body);
  checkCountry(request);
  if (request.quote) return quote(site, request);
  if (site.fault === 'coming_soon' && request.items.length > 0) throw comingSoon();
  const before = carts.find(request.cart_id);
  if (before && orders.ofCart(before.token)) throw alreadyPaid();
  const checked = checkItems(site, request.items);
  if ('refusals' in checked) throw refused(checked.refusals);
  if (hasFailingRate(site, request)) throw shippingFailed();
  if (checked.items.length > 0) askCartRules(site, priceItems(site, checked.items, []).pricing);
  call.reply.code(before ? 200 : 201);
  return render(site, carts.put(request), checked.items);
}

function quote(site: Site, request: CartCreateRequest): CartQuoteResponse {
  const { items, destination } = request;
  const checked = checkItems(site, items);
  if ('refusals' in checked) throw refused(checked.refusals);
  if (hasFailingRate(site, request)) throw shippingFailed();
  return {
    currency: site.settings.currency,
    needs_shipping: needsShipping(site, checked.items),
    ...renderRates(site, priceItems(site, checked.items, [], countryOf(destination))),
  };
}

/** Carriers' plugins ask within the request, which waits for them; for ever where one never answers. */
export function carriersAnswer({ settings }: Site, { destination }: CartCreateRequest): Promise<unknown> {
  return destination ? askCarriers(shippingRatesTo(settings, destination.country)) : Promise.resolve();
}

function hasFailingRate({ settings }: Site, { destination }: CartCreateRequest): boolean {
  return !!destination && shippingRatesTo(settings, destination.country).some(({ throws }) => throws);
}

function shippingFailed(): WordPressError {
  return new WordPressError(
    409,
    SHIPPING_FAILED,
    'A shipping method of the shop fails for this destination.',
  );
}

function checkCountry({ destination }: CartCreateRequest): void {
  if (!destination || isCountry(destination.country.toUpperCase())) return;
  throw new WordPressError(400, INVALID_COUNTRY, 'There is no such country.');
}

function countryOf(destination: CartCreateRequest['destination']): { country?: string } {
  return destination ? { country: destination.country.toUpperCase() } : {};
}

/** Throws 400 naming missing or invalid parameters. */
export function readRequest(body: unknown): CartCreateRequest {
  const members = typeof body === 'object' && body !== null ? body : {};
  const missing = ['cart_id', 'items'].filter((name) => !(name in members));
  if (missing.length > 0) throw missingParams(missing);
  const parsed = cartCreateRequest.safeParse(members);
  if (parsed.success) return parsed.data;
  throw invalidParams(
    Object.fromEntries(
      parsed.error.issues.map((issue) => {
        const [name, ...inner] = issue.path.map(String);
        const where = inner.map((part) => `[${part}]`).join('');
        const message = `${name ?? 'body'}${where}: ${issue.message}`;
        return [name ?? 'body', { code: 'rest_invalid_type', message }];
      }),
    ),
  );
}

function refused(items: [Refusal, ...Refusal[]]): WordPressError {
  const message = items.map((item) => item.message).join(' ');
  return new WordPressError(409, 'ucp_host_items_refused', message, { items });
}

function comingSoon(): WordPressError {
  const message = 'The shop is not open yet: it is in "coming soon" mode.';
  return new WordPressError(409, COMING_SOON, message);
}

function alreadyPaid(): WordPressError {
  const message = 'This cart has been paid and can no longer be changed.';
  return new WordPressError(409, 'ucp_host_cart_paid', message);
}

function render(site: Site, cart: Cart, items: readonly CartItem[]): CartCreateResponse {
  const { settings } = site;
  const priced = priceItems(site, items, cart.coupons, {
    ...countryOf(cart.destination),
    rateId: wantedRate(site.settings, cart.shippingOption),
    ...(cart.buyer?.email === undefined ? {} : { email: cart.buyer.email }),
  });
  const { pricing, rates } = priced;
  return {
    cart_id: cart.id,
    checkout_url: `${site.origin()}/checkout/?ucp_cart=${cart.token}`,
    currency: settings.currency,
    expires_at: cart.expiresAt.toISOString(),
    ...renderItems(site, items, pricing),
    ...renderPlugins(site, pricing),
    coupons: couponResults(settings, cart.coupons, pricing.codes),
    ...renderRates(site, priced),
    selected_rate: rates.length > 0 ? joinIds(rates.map(rateId)) : null,
  };
}

function renderItems(site: Site, items: readonly CartItem[], pricing: Pricing) {
  const rows = items.map((item, index) => ({
    isAdded: item.isAdded === true,
    row: {
      id: item.id,
      product_id: item.product.id,
      name: fullTitle(item),
      quantity: item.quantity,
      price: priceWithoutTax(site, item.variant.price, item.product),
      price_with_tax: priceWithTax(site, item.variant.price, item.product),
      subtotal: Math.round(pricing.taxed?.lines[index]?.subtotal ?? 0),
      discount: offLine(pricing.codes, index),
      image: imageUrl(site, item.product, item.variant),
      needs_shipping: needsShipping(site, [item]),
      ...priceTextOfLine(site, item),
    },
  }));
  const added = rows.filter(({ isAdded }) => isAdded).map(({ row }) => row);
  return {
    items: rows.filter(({ isAdded }) => !isAdded).map(({ row }) => row),
    ...(added.length > 0 ? { added_items: added } : {}),
  };
}

/** Sums with the charges of plugins, and their names. */
function renderPlugins({ settings }: Site, pricing: Pricing) {
  const { fees = [] } = pricing;
  const { warnings = [] } = settings.cartPlugins ?? {};
  const all = fees.reduce((sum, { amount }) => sum + amount, 0);
  return {
    totals: { ...wooTotals(pricing), ...(all === 0 ? {} : { fees: all }) },
    ...(fees.length > 0 ? { fees } : {}),
    ...(warnings.length > 0 ? { warnings } : {}),
  };
}

function priceTextOfLine(site: Site, item: CartItem): { price_text?: string } {
  const text = priceTextOf(site, item);
  return text === undefined ? {} : { price_text: text };
}

/** Discount of all coupons on a line, rounded by line as the plugin does. */
function offLine(codes: readonly CodeOutcome[], index: number): number {
  return codes.reduce((sum, code) => sum + (code.applied ? (code.perLine[index] ?? 0) : 0), 0);
}

/** A free-shipping coupon makes rates free; it discounts no product. Of several parcels the cheapest and the chosen rates are combined. */
function renderRates(site: Site, { parcels, pricing, rates }: PricedCart) {
  const isFree = pricing.codes.some(isFreeShipping);
  const renderRate = (rate: ShippingRate) => {
    const { amount, pickup, title } = rate;
    return {
      id: rateId(rate),
      title: pickup ? `${title} (${pickup.name})` : title,
      ...shippingCost(site, isFree ? 0 : toMinorUnits(amount, site.settings.currency)),
      ...(pickup && { pickup }),
    };
  };
  const [first, ...others] = parcels;
  if (!first || others.length === 0) return { shipping_rates: (first?.rates ?? []).map(renderRate) };
  const cheapest = parcels.flatMap((parcel) => parcel.rates.slice(0, 1));
  const combined = [cheapest, rates].map((each) => together(each.map(renderRate)));
  return {
    shipping_rates: combined.filter(({ id }, index) => index === 0 || id !== combined[0]?.id),
    parcels: parcels.map((parcel) => ({
      items: parcel.items.map(({ id }) => id),
      shipping_rates: parcel.rates.map(renderRate),
    })),
  };
}

function together(rates: CartCreateResponse['shipping_rates']): CartCreateResponse['shipping_rates'][number] {
  const pickup = rates.find((rate) => rate.pickup)?.pickup;
  return {
    id: joinIds(rates.map(({ id }) => id)),
    title: [...new Set(rates.map(({ title }) => title))].join(', '),
    amount: rates.reduce((sum, { amount }) => sum + amount, 0),
    tax: rates.reduce((sum, { tax = 0 }) => sum + tax, 0),
    ...(pickup && { pickup }),
  };
}
