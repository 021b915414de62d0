import {
  arrangeOptions,
  type CartFulfillment,
  type FulfillmentOption,
  getSelectedByParcel,
  MAX_PARCELS,
} from '../../commerce/checkout/fulfillment.ts';
import { buildParcelFulfillment } from '../../commerce/checkout/parcels.ts';
import { NO_SHIPPING_NEEDED, pickDeliveries } from '../deliveries.ts';
import type { QuoteRequest } from '../store-platform.ts';
import { askForCart, toDestination, toItems } from './carts/ask-for-cart.ts';
import { type Ask, parseAnswer } from './client.ts';
import { type CartQuoteResponse, cartQuoteResponse, type ShippingRate } from './connector-wire.ts';
import { toVariantGid } from './items.ts';
import { plainLine } from './plain-text.ts';

/** One call that stores nothing. Amounts include tax. */
export async function quoteFulfillment(ask: Ask, { quoteId, lines, destination }: QuoteRequest) {
  const content = { items: toItems(lines), destination: toDestination(destination) };
  const answer = await askForCart(ask, { cart_id: quoteId, ...content, quote: true }, destination.country);
  const { currency, needs_shipping, ...rates } = parseAnswer(cartQuoteResponse, answer);
  return {
    currency: currency.toUpperCase(),
    // Older connectors state no tax for rates.
    ...(rates.shipping_rates.every(({ tax }) => tax !== undefined) ? { pricesIncludeTax: true } : {}),
    quotes: needs_shipping ? pickDeliveries(toFulfillment(rates, null).options) : [NO_SHIPPING_NEEDED],
  };
}

/** Options of the cart, and of its parcels where it has several: those that the plugin has combined where it has too many. */
export function toFulfillment(
  { shipping_rates, parcels }: Pick<CartQuoteResponse, 'shipping_rates' | 'parcels'>,
  selectedId: string | null,
): CartFulfillment {
  if (!parcels || parcels.length > MAX_PARCELS)
    return { options: arrangeOptions(shipping_rates.map(toOption)), selectedId };
  const shopParcels = parcels.map(({ items, shipping_rates: rates }) => {
    return { variantIds: items.map((id) => toVariantGid(id)), options: rates.map(toOption) };
  });
  const ids = getSelectedByParcel({ parcels: shopParcels, selectedId });
  const selected = shopParcels.map(({ options }, index) => options.find(({ id }) => id === ids[index]));
  return buildParcelFulfillment(shopParcels, selected);
}

/** WooCommerce's rates have no description and no dates. */
function toOption({ id, title, amount, tax, pickup }: ShippingRate): FulfillmentOption {
  const address = plainLine(pickup?.address ?? '') || null;
  return {
    id,
    title: plainLine(title) || id,
    description: null,
    amount: amount + (tax ?? 0),
    tax: tax ?? null,
    ...(pickup || IS_PICKUP.test(id) ? { pickup: { name: plainLine(pickup?.name || title), address } } : {}),
  };
}

/** Pickup methods of the classic and the block checkout, alone or for one parcel of several (`flat_rate:1+local_pickup:3`). */
const IS_PICKUP = /(?:^|\+)(?:local_pickup|pickup_location)\b/;
