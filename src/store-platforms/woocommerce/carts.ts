import { normalizeCodes } from '../../commerce/checkout/cart.ts';
import { CommerceError } from '../../commerce/errors.ts';
import type { CartRequest, PlatformCart } from '../store-platform.ts';
import { itemsOf, refusalOf } from './carts/items.ts';
import { toPlatformCart } from './carts/platform-cart.ts';
import { type Ask, CONNECTOR, parseAnswer } from './client.ts';
import { type CartCreateRequest, COMING_SOON, cartCreateResponse, ITEMS_REFUSED } from './connector-wire.ts';

const PAID = 'ucp_host_cart_paid';
const HOUR_SECONDS = 3600;

/** The connector stores carts under an id chosen by the service: creating, replacing and emptying are one repeatable call. */
export async function putCart(ask: Ask, cartId: string, request: CartRequest): Promise<PlatformCart> {
  const answer = await ask({
    operation: 'POST /cart/create',
    path: `${CONNECTOR}/cart/create`,
    body: toBody(cartId, request),
    answers: [ITEMS_REFUSED, PAID, COMING_SOON],
  });
  if (answer.errorCode === PAID) {
    throw new CommerceError('conflict', 'The buyer has already paid this cart; it cannot be changed.');
  }
  if (answer.errorCode === COMING_SOON) throw notOpen();
  if (answer.errorCode === ITEMS_REFUSED) throw refusalOf(answer);
  return toPlatformCart(cartId, parseAnswer(cartCreateResponse, answer), request);
}

/** Empties a cart; a paid one has become an order and counts as empty. */
export async function abandonCart(ask: Ask, handle: string, cartId: string): Promise<void> {
  try {
    await putCart(ask, handle, { cartId, lines: [], discountCodes: [] });
  } catch (error) {
    if (!(error instanceof CommerceError && error.kind === 'conflict')) throw error;
  }
}

function notOpen(): CommerceError {
  const message = 'The store is not open: nothing can be ordered there at the moment. Try again later.';
  return new CommerceError('store_closed', message, { retryAfterSeconds: HOUR_SECONDS });
}

/** Throws `unknown_item` for ids of other platforms, before any call. */
function toBody(cartId: string, request: CartRequest): CartCreateRequest {
  const { sessionId, discountCodes, buyer } = request;
  return {
    cart_id: cartId,
    items: itemsOf(request.lines),
    session_id: sessionId,
    coupons: discountCodes && normalizeCodes(discountCodes),
    buyer,
  };
}
