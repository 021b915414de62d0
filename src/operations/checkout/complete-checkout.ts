import { type CheckoutSession, nextStatus } from '../../commerce/checkout/checkout-session.ts';
import { CommerceError, isShopFailure } from '../../commerce/errors.ts';
import type { Order } from '../../commerce/order/order.ts';
import { getInstant, type StoreContext } from '../call/store-context.ts';
import {
  toCartContent,
  toHeldFulfillment,
  toSessionFulfillment,
  toSessionPrices,
} from '../cart/cart-content.ts';
import { restorePlatformCart } from '../cart/make-platform-cart.ts';
import { applyPlatformOrder } from '../order/apply-platform-order.ts';
import { changeSession, readSession } from './session-lease.ts';

/** Completes a session on the agent's word: `verified` when the platform has an order of it, else `claimed`. */
export async function completeCheckoutOnClaim(context: StoreContext, id: string): Promise<CheckoutSession> {
  return changeSession(context, id, async ({ session, interrupted, finish }) => {
    const status = nextStatus(session.status, 'complete');
    const order = await findPlacedOrder(context, session);
    const content = interrupted && !order ? await restoreCart(context, session) : session;
    const completed = { ...withFinalPrices(content), status };
    return finish(completed, order ?? createClaimedOrder(context, completed));
  });
}

/** Completes a session that has an order, leaves others open. Throws `conflict` for a failed session without an order. */
export async function completeCheckoutOnOrder(context: StoreContext, id: string): Promise<CheckoutSession> {
  const current = await readSession(context, id);
  if (current.status === 'completed' && current.payment === 'verified') return current;
  return changeSession(context, id, async ({ session, interrupted, finish }) => {
    const order = await findPlacedOrder(context, session);
    if (order?.payment === 'verified') {
      const { status } = session;
      // An order that was paid at the last moment counts, even when its session has failed.
      const isSettled = status === 'completed' || status === 'failed';
      const next = isSettled ? status : nextStatus(status, 'complete');
      return finish({ ...withFinalPrices(session), status: next }, order);
    }
    if (session.status !== 'completed') nextStatus(session.status, 'complete');
    return finish(interrupted ? await restoreCart(context, session) : session);
  });
}

/** Prices of lines that were replaced become the session's. */
function withFinalPrices(session: CheckoutSession): CheckoutSession {
  return { ...session, ...session.pending, pending: null };
}

/** The platform's order of this session, else the order that it has reported earlier. */
async function findPlacedOrder(context: StoreContext, { id, cartHandle }: CheckoutSession) {
  const { platform, caller, orders, store } = context;
  const lookUp = cartHandle === null ? undefined : platform.findOrder({ sessionId: id, cartHandle }, caller);
  const platformOrder = await lookUp?.catch((error) => {
    // The buyer may have paid: the claim is recorded now, and verified when the platform answers again.
    if (isShopFailure(error)) return undefined;
    throw error;
  });
  if (platformOrder) return applyPlatformOrder(context, platformOrder, 'completion');
  return orders.ofSession(store.id, id);
}

/** Puts the acknowledged lines into the platform cart again after a change was cut off. */
async function restoreCart(context: StoreContext, session: CheckoutSession): Promise<CheckoutSession> {
  const { id, cartHandle: handle, discounts } = session;
  if (handle === null) return session;
  const ids = { cartId: id, sessionId: id };
  try {
    const cart = await restorePlatformCart(context, { ids, handle, content: session }, true);
    return {
      ...session,
      lines: cart.lines,
      fulfillment: toSessionFulfillment(cart, toHeldFulfillment(session)),
      ...toSessionPrices(session, toCartContent(context, cart, discounts?.codes ?? [])),
    };
  } catch (error) {
    if (error instanceof CommerceError) return session;
    throw error;
  }
}

function createClaimedOrder(context: Pick<StoreContext, 'newId' | 'now'>, session: CheckoutSession): Order {
  return {
    id: context.newId(),
    storeId: session.storeId,
    sessionId: session.id,
    platformOrder: null,
    status: 'pending',
    payment: 'claimed',
    isPaid: false,
    currency: session.currency,
    lines: session.lines.map(({ variantId, title, contentWarning, quantity, price, subtotal }) => ({
      ...{ variantId, title, quantity, price },
      ...(contentWarning && { contentWarning }),
      ...(subtotal === undefined ? {} : { subtotal }),
    })),
    totals: session.totals,
    buyerEmail: null,
    shippingAddress: null,
    tracking: [],
    progress: null,
    pageUrl: null,
    asOf: getInstant(context),
    createdAt: getInstant(context),
  };
}
