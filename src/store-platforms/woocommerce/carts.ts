import { normalizeCodes } from '../../commerce/checkout/cart.ts';
import { isOption } from '../../commerce/checkout/fulfillment.ts';
import { CommerceError } from '../../commerce/errors.ts';
import type { CartRequest, PlatformCart } from '../store-platform.ts';
import { itemsOf, refusalOf } from './carts/items.ts';
import { toPlatformCart } from './carts/platform-cart.ts';
import { type Ask, CONNECTOR, parseAnswer } from './client.ts';
import {
  type CartCreateRequest,
  COMING_SOON,
  cartCreateResponse,
  INVALID_COUNTRY,
  ITEMS_REFUSED,
  SHIPPING_FAILED,
} from './connector-wire.ts';
import { badCountry, shippingFailed, toDestination } from './quotes.ts';

const PAID = 'ucp_host_cart_paid';
const HOUR_SECONDS = 3600;

/**
 * The connector stores carts under an id chosen by the service: creating, replacing and emptying are one repeatable call, and one
 * more for an option that is named by its title.
 */
export async function putCart(ask: Ask, cartId: string, request: CartRequest): Promise<PlatformCart> {
  const answer = await ask({
    operation: 'POST /cart/create',
    path: `${CONNECTOR}/cart/create`,
    body: toBody(cartId, request),
    answers: [ITEMS_REFUSED, PAID, COMING_SOON, INVALID_COUNTRY, SHIPPING_FAILED],
  });
  if (answer.errorCode === PAID) {
    throw new CommerceError('conflict', 'The buyer has already paid this cart; it cannot be changed.');
  }
  if (answer.errorCode === COMING_SOON) throw notOpen();
  if (answer.errorCode === INVALID_COUNTRY) throw badCountry(request.fulfillment?.destination.country ?? '');
  if (answer.errorCode === SHIPPING_FAILED) throw shippingFailed();
  if (answer.errorCode === ITEMS_REFUSED) throw refusalOf(answer);
  const cart = toPlatformCart(cartId, parseAnswer(cartCreateResponse, answer), request);
  const byId = optionOfTitle(cart, request);
  return byId ? putCart(ask, cartId, byId) : cart;
}

/** The request with the id of its option, where that was named by its title. */
function optionOfTitle({ fulfillment }: PlatformCart, request: CartRequest): CartRequest | undefined {
  const { optionId } = request.fulfillment ?? {};
  const option = optionId && fulfillment?.options.find((each) => isOption(each, optionId));
  if (!option || !request.fulfillment || option.id === fulfillment?.selectedId || option.id === optionId)
    return undefined;
  return { ...request, fulfillment: { ...request.fulfillment, optionId: option.id } };
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
  const { sessionId, discountCodes, buyer, fulfillment } = request;
  return {
    cart_id: cartId,
    items: itemsOf(request.lines),
    session_id: sessionId,
    coupons: discountCodes && normalizeCodes(discountCodes),
    buyer,
    destination: fulfillment && toDestination(fulfillment.destination),
    shipping_option: fulfillment?.optionId,
  };
}
