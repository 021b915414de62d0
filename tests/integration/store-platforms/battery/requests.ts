import { randomUUID } from 'node:crypto';
import type { PlatformOrder } from '../../../../src/commerce/order/order.ts';
import type {
  CartRequest,
  PlatformCart,
  StorePlatform,
} from '../../../../src/store-platforms/store-platform.ts';
import { payCheckout } from '../../../../testing/pay-checkout.ts';
import { threeLines } from './goods.ts';
import { caller, type Infrastructure } from './opened.ts';

/** One request with a session; `lines` as they are to come back. */
export function request(
  lines: CartRequest['lines'],
  discountCodes?: string[],
): CartRequest & { sessionId: string; discountCodes?: string[] } {
  const ids = { cartId: randomUUID(), sessionId: randomUUID() };
  return { ...ids, lines, ...(discountCodes ? { discountCodes } : {}) };
}

/** Makes a cart of so many lines. */
export async function newCart(name: string, opened: Infrastructure, count: number, codes?: string[]) {
  const lines = (await threeLines(name, opened)).slice(0, count);
  const cartRequest = request(lines, codes);
  return { ...opened, lines, cartRequest, cart: await opened.platform.createCart(cartRequest, caller) };
}

export async function bought(
  platform: StorePlatform,
  cart: PlatformCart,
  cartRequest: CartRequest,
): Promise<PlatformOrder | undefined> {
  await payCheckout(cart.continueUrl);
  return platform.findOrder({ sessionId: cartRequest.sessionId ?? '', cartHandle: cart.handle }, caller);
}
