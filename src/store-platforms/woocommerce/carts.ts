import { normalizeCodes } from '../../commerce/checkout/cart.ts';
import { isOption } from '../../commerce/checkout/fulfillment.ts';
import { CommerceError } from '../../commerce/errors.ts';
import type { CartRequest, PlatformCart } from '../store-platform.ts';
import { askForCart, toDestination, toItems } from './carts/ask-for-cart.ts';
import { toPlatformCart } from './carts/platform-cart.ts';
import { type Ask, parseAnswer } from './client.ts';
import { cartCreateResponse } from './connector-wire.ts';

/** Creates, replaces or empties a cart under an id of the service, in one repeatable call; one more for an option named by its title. */
export async function putCart(ask: Ask, cartId: string, request: CartRequest): Promise<PlatformCart> {
  const { lines, sessionId, discountCodes, buyer, fulfillment } = request;
  const body = {
    cart_id: cartId,
    items: toItems(lines),
    session_id: sessionId,
    coupons: discountCodes && normalizeCodes(discountCodes),
    buyer,
    destination: fulfillment && toDestination(fulfillment.destination),
    shipping_option: fulfillment?.optionId,
  };
  const answer = await askForCart(ask, body, fulfillment?.destination.country);
  const cart = toPlatformCart(cartId, parseAnswer(cartCreateResponse, answer), request);
  const byId = withOptionOfTitle(cart, request);
  return byId ? putCart(ask, cartId, byId) : cart;
}

/** The request with the id of its option, where that was named by its title. */
function withOptionOfTitle({ fulfillment }: PlatformCart, request: CartRequest): CartRequest | undefined {
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
