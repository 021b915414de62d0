import {
  arrangedOptions,
  type Destination,
  type FulfillmentOption,
} from '../../commerce/checkout/fulfillment.ts';
import { CommerceError, invalidMember } from '../../commerce/errors.ts';
import { quoted } from '../../commerce/text/quoted.ts';
import { NO_SHIPPING_NEEDED } from '../no-shipping-needed.ts';
import type { FulfillmentQuote, FulfillmentQuotes, QuoteRequest } from '../store-platform.ts';
import { itemsOf, refusalOf } from './carts/items.ts';
import { type Ask, CONNECTOR, parseAnswer } from './client.ts';
import {
  type CartCreateRequest,
  type CartQuoteResponse,
  cartQuoteResponse,
  INVALID_COUNTRY,
  ITEMS_REFUSED,
  SHIPPING_FAILED,
  type ShippingRate,
} from './connector-wire.ts';
import { plainLine } from './plain-text.ts';

/** One call that stores nothing. Amounts include tax. */
export async function quoteFulfillment(ask: Ask, request: QuoteRequest): Promise<FulfillmentQuotes> {
  const { quoteId, lines, destination } = request;
  const body: CartCreateRequest = {
    cart_id: quoteId,
    items: itemsOf(lines),
    destination: toDestination(destination),
    quote: true,
  };
  const path = `${CONNECTOR}/cart/create`;
  const answer = await ask({
    operation: 'POST /cart/create',
    path,
    body,
    answers: [ITEMS_REFUSED, INVALID_COUNTRY, SHIPPING_FAILED],
  });
  if (answer.errorCode === INVALID_COUNTRY) throw badCountry(destination.country);
  if (answer.errorCode === SHIPPING_FAILED) throw shippingFailed();
  if (answer.errorCode === ITEMS_REFUSED) throw refusalOf(answer);
  const quoted = parseAnswer(cartQuoteResponse, answer);
  return {
    currency: quoted.currency.toUpperCase(),
    // Older connectors state no tax for rates.
    ...(quoted.shipping_rates.every(({ tax }) => tax !== undefined) ? { pricesIncludeTax: true } : {}),
    quotes: toQuotes(quoted),
  };
}

/** Throws `invalid_input` for a country that is no code. */
export function toDestination(destination: Destination): NonNullable<CartCreateRequest['destination']> {
  const { region, postalCode, city, line1, line2, firstName, lastName, phone } = destination;
  const country = destination.country.trim().toUpperCase();
  if (!/^[A-Z]{2}$/.test(country)) throw badCountry(destination.country);
  return {
    ...{ country, region, postal_code: postalCode, city, line1, line2 },
    ...{ first_name: firstName, last_name: lastName, phone },
  };
}

export function badCountry(country: string): CommerceError {
  const message = `must be the two letters of a country (ISO 3166-1), not ${quoted(country)}`;
  return invalidMember('destination.country', message, { unhonored: 'destination' });
}

export function shippingFailed(): CommerceError {
  const message =
    'The store cannot say what delivery there costs: one of its shipping methods fails. Name another destination, or none: the buyer can give it on the store’s page.';
  return new CommerceError('address_undeliverable', message, { unhonored: 'destination' });
}

function toQuotes({ needs_shipping, shipping_rates }: CartQuoteResponse): FulfillmentQuote[] {
  if (!needs_shipping) return [NO_SHIPPING_NEEDED];
  return toOptions(shipping_rates).flatMap(({ pickup, ...option }) =>
    pickup ? [] : [{ ...option, earliestDelivery: null, latestDelivery: null }],
  );
}

/** WooCommerce's rates have no description and no dates. */
export function toOptions(rates: readonly ShippingRate[]): FulfillmentOption[] {
  return arrangedOptions(
    rates.map(({ id, title, amount, tax = null, pickup }) => ({
      id,
      title: plainLine(title) || id,
      description: null,
      amount: amount + (tax ?? 0),
      tax,
      ...(pickup || IS_PICKUP.test(id) ? { pickup: toPlace(title, pickup) } : {}),
    })),
  );
}

function toPlace(title: string, { name, address }: Partial<NonNullable<ShippingRate['pickup']>> = {}) {
  return { name: plainLine(name || title), address: (address && plainLine(address)) || null };
}

/** Pickup methods of the classic and the block checkout, alone or for one parcel of several (`flat_rate:1+local_pickup:3`). */
const IS_PICKUP = /(?:^|\+)(?:local_pickup|pickup_location)\b/;
