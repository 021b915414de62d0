import type { Destination } from '../../../commerce/checkout/fulfillment.ts';
import type { Line } from '../../../commerce/checkout/set-quantities.ts';
import {
  CommerceError,
  conflict,
  type ItemRefusal,
  invalidMember,
  itemsRefused,
} from '../../../commerce/errors.ts';
import { quoted } from '../../../commerce/text/quoted.ts';
import { type Ask, CONNECTOR, parseAnswer, type SiteAnswer } from '../client.ts';
import {
  type CartCreateRequest,
  COMING_SOON,
  INVALID_COUNTRY,
  ITEMS_REFUSED,
  itemsRefusedError,
  SHIPPING_FAILED,
} from '../connector-wire.ts';
import { readGid, variantGid } from '../items.ts';
import { plainLine } from '../plain-text.ts';

const PAID = 'ucp_host_cart_paid';
const HOUR_SECONDS = 3600;
const CLOSED = 'The store is not open: nothing can be ordered there at the moment. Try again later.';
const SHIPPING_BROKEN =
  'The store cannot say what delivery there costs: one of its shipping methods fails. Name another destination, or none: the buyer can give it on the store’s page.';

type Refusals = Readonly<Record<string, (answer: SiteAnswer, country: string) => CommerceError>>;

const OF_QUOTES: Refusals = {
  [ITEMS_REFUSED]: refusedItems,
  [INVALID_COUNTRY]: (_answer, country) => badCountry(country),
  [SHIPPING_FAILED]: () =>
    new CommerceError('address_undeliverable', SHIPPING_BROKEN, { unhonored: 'destination' }),
};
const OF_CARTS: Refusals = {
  ...OF_QUOTES,
  [PAID]: () => conflict('The buyer has already paid this cart; it cannot be changed.'),
  [COMING_SOON]: () => new CommerceError('store_closed', CLOSED, { retryAfterSeconds: HOUR_SECONDS }),
};

/** Makes, replaces or quotes a cart. `country`: that of the request, for its refusal. */
export async function askForCart(ask: Ask, body: CartCreateRequest, country = ''): Promise<SiteAnswer> {
  const refusals = body.quote ? OF_QUOTES : OF_CARTS;
  const answer = await ask({ path: `${CONNECTOR}/cart/create`, body, answers: Object.keys(refusals) });
  const refusal = refusals[answer.errorCode ?? ''];
  if (refusal) throw refusal(answer, country);
  return answer;
}

/** Throws `unknown_item` for ids of other platforms, before any call. */
export function itemsOf(lines: readonly Line[]): CartCreateRequest['items'] {
  const unknownIds = lines.filter(({ variantId }) => readGid(variantId)?.kind !== 'variant');
  if (unknownIds.length > 0) throw itemsRefused(unknownIds.map(({ variantId }) => unknown(variantId)));
  return lines.flatMap(({ variantId, quantity }) => {
    const id = readGid(variantId)?.number;
    return id === undefined ? [] : [{ id, quantity }];
  });
}

function unknown(variantId: string): ItemRefusal {
  return { variantId, reason: 'unknown', message: 'The store does not know it.' };
}

/** Keeps the shop's message as plain text. */
function refusedItems(answer: SiteAnswer): CommerceError {
  const error = parseAnswer(itemsRefusedError, answer);
  const refusals = error.data.items.map(({ id, problem, message, available }) => ({
    variantId: variantGid(id),
    reason: problem,
    message: plainLine(message) || plainLine(error.message),
    ...(available === undefined ? {} : { available }),
  }));
  return itemsRefused(refusals);
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

function badCountry(country: string): CommerceError {
  const message = `must be the two letters of a country (ISO 3166-1), not ${quoted(country)}`;
  return invalidMember('destination.country', message, { unhonored: 'destination' });
}
