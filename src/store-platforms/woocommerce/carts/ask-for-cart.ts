import {
  type CheckoutProblem,
  createUnavailableProblem,
} from '../../../commerce/checkout/checkout-problem.ts';
import type { Destination } from '../../../commerce/checkout/fulfillment.ts';
import type { Line } from '../../../commerce/checkout/set-quantities.ts';
import {
  CommerceError,
  createItemsRefusedError,
  createMemberError,
  type ItemRefusal,
  toConflictError,
} from '../../../commerce/errors.ts';
import { parseJson } from '../../../commerce/json/parse-json.ts';
import { quoteInput } from '../../../commerce/text/quoted.ts';
import { cleanShopLine } from '../../../commerce/text/shop-text.ts';
import { readShape } from '../../read-shape.ts';
import { type Ask, CONNECTOR, parseAnswer, type SiteAnswer } from '../client.ts';
import {
  CART_REFUSED,
  type CartCreateRequest,
  COMING_SOON,
  cartProblem,
  INVALID_COUNTRY,
  ITEMS_REFUSED,
  type ItemsRefusedError,
  itemsRefusedError,
  SHIPPING_FAILED,
  siteRefusal,
} from '../connector-wire.ts';
import { readGid, toVariantGid } from '../items.ts';
import { plainLine } from '../plain-text.ts';

const PAID = 'ucp_host_cart_paid';
const HOUR_SECONDS = 3600;
const CLOSED = 'The store is not open: nothing can be ordered there at the moment. Try again later.';
const SHIPPING_BROKEN =
  'The store cannot say what delivery there costs: one of its shipping methods fails. Name another destination, or none: the buyer can give it on the store’s page.';

type Refusals = Readonly<Record<string, (answer: SiteAnswer, country: string) => CommerceError>>;

const OF_QUOTES: Refusals = {
  [ITEMS_REFUSED]: (answer) => {
    const { message, data } = parseAnswer(itemsRefusedError, answer);
    return createItemsRefusedError(data.items.map((item) => toItemRefusal(item, message)));
  },
  [INVALID_COUNTRY]: (_answer, country) => createBadCountryError(country),
  [SHIPPING_FAILED]: () =>
    new CommerceError('address_undeliverable', SHIPPING_BROKEN, { unhonored: 'destination' }),
};
const OF_CARTS: Refusals = {
  ...OF_QUOTES,
  [PAID]: () => toConflictError('The buyer has already paid this cart; it cannot be changed.'),
  /** A rule of the shop about the whole cart, such as a minimum order, in the shop's words. */
  [CART_REFUSED]: (answer) => {
    const sentence = plainLine(parseAnswer(siteRefusal, answer).message) || 'It gives no reason.';
    return new CommerceError('item_unavailable', `The store does not take this cart: ${sentence}`);
  },
  [COMING_SOON]: () => new CommerceError('store_closed', CLOSED, { retryAfterSeconds: HOUR_SECONDS }),
};

/** Makes, replaces or quotes a cart. `country`: the request's country, for its refusal. */
export async function askForCart(ask: Ask, body: CartCreateRequest, country = ''): Promise<SiteAnswer> {
  const refusals = body.quote ? OF_QUOTES : OF_CARTS;
  const answer = await ask({ path: `${CONNECTOR}/cart/create`, body, answers: Object.keys(refusals) });
  const refusal = refusals[answer.errorCode ?? ''];
  if (refusal) throw refusal(answer, country);
  return answer;
}

/** Throws `unknown_item` for ids of other platforms, before any call. */
export function toItems(lines: readonly Line[]): CartCreateRequest['items'] {
  const refusals: ItemRefusal[] = [];
  const items = lines.flatMap(({ variantId, quantity }) => {
    const gid = readGid(variantId);
    if (gid?.kind === 'variant') return [{ id: gid.item, quantity }];
    refusals.push({ variantId, reason: 'unknown', message: 'The store does not know it.' });
    return [];
  });
  if (refusals.length > 0) throw createItemsRefusedError(refusals);
  return items;
}

function toItemRefusal(item: ItemsRefusedError['data']['items'][number], otherwise: string): ItemRefusal {
  return {
    variantId: toVariantGid(item.id),
    reason: item.problem,
    message: plainLine(item.message) || plainLine(otherwise),
    ...(item.available === undefined ? {} : { available: item.available }),
  };
}

export function toDestination(destination: Destination): NonNullable<CartCreateRequest['destination']> {
  const { region, postalCode, city, line1, line2, firstName, lastName, phone } = destination;
  const country = destination.country.trim().toUpperCase();
  if (!/^[A-Z]{2}$/.test(country)) throw createBadCountryError(destination.country);
  return {
    ...{ country, region, postal_code: postalCode, city, line1, line2 },
    ...{ first_name: firstName, last_name: lastName, phone },
  };
}

function createBadCountryError(country: string): CommerceError {
  const message = `must be the two letters of a country (ISO 3166-1), not ${quoteInput(country)}`;
  return createMemberError('destination.country', message, { unhonored: 'destination' });
}

const EXPIRED = 'The store’s cart has expired.';
const REFUSED = 'The store’s checkout refuses this order.';
const MAX_MESSAGE_LENGTH = 500;

export function readCartProblem(header: string | null): CheckoutProblem | undefined {
  const { data } = readShape(cartProblem, header === null ? undefined : parseJson(header));
  if (!data) return undefined;
  const { problem, message = '', items = [] } = data;
  if (problem === 'expired') return { code: 'cart_expired', message: EXPIRED, items: [] };
  if (problem === 'items') {
    const refusals = items.map((item) => {
      const refusal = toItemRefusal(item, REFUSED);
      return { ...refusal, message: cleanShopLine(refusal.message, MAX_MESSAGE_LENGTH) };
    });
    return refusals.length > 0 ? createUnavailableProblem(refusals) : undefined;
  }
  const reason = cleanShopLine(plainLine(message), MAX_MESSAGE_LENGTH);
  return { code: 'checkout_refused', message: reason ? `${REFUSED} It says: ${reason}` : REFUSED, items: [] };
}
