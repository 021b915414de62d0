import {
  type CheckoutProblem,
  createUnavailableProblem,
} from '../../../commerce/checkout/checkout-problem.ts';
import { parseJson } from '../../../commerce/json/parse-json.ts';
import { cleanShopLine } from '../../../commerce/text/shop-text.ts';
import { readShape } from '../../read-shape.ts';
import { cartProblem } from '../connector-wire.ts';
import { plainLine } from '../plain-text.ts';
import { toItemRefusal } from './ask-for-cart.ts';

const EXPIRED = 'The store’s cart has expired.';
const REFUSED = 'The store’s checkout refuses this order.';
const MAX_MESSAGE_LENGTH = 500;

/** Reads the header's value; undefined for anything else. */
export function readCartProblem(header: string | null): CheckoutProblem | undefined {
  const { data } = readShape(cartProblem, header === null ? undefined : parseJson(header));
  if (!data) return undefined;
  const { problem, message = '', items = [] } = data;
  if (problem === 'expired') return { code: 'cart_expired', message: EXPIRED, items: [] };
  if (problem === 'items') return items.length > 0 ? toUnavailable(items) : undefined;
  const reason = cleanShopLine(plainLine(message), MAX_MESSAGE_LENGTH);
  return { code: 'checkout_refused', message: reason ? `${REFUSED} It says: ${reason}` : REFUSED, items: [] };
}

function toUnavailable(items: Parameters<typeof toItemRefusal>[0][]): CheckoutProblem {
  const refusals = items.map((item) => toItemRefusal(item, REFUSED));
  return createUnavailableProblem(
    refusals.map((refusal) => ({ ...refusal, message: cleanShopLine(refusal.message, MAX_MESSAGE_LENGTH) })),
  );
}
