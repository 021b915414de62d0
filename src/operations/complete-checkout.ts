import { type CheckoutSession, nextStatus } from '../commerce/checkout-session.ts';
import { CommerceError } from '../commerce/errors.ts';
import type { Order, PlatformOrder } from '../commerce/order.ts';
import { applyPlatformOrder } from './apply-platform-order.ts';
import { heldLines, pricedAs } from './cart-content.ts';
import { changeSession } from './session-lease.ts';
import { instant, type StoreContext } from './store-context.ts';

/**
 * Settles a session with what the platform knows: an order that carries its id makes it `verified`; without one, or with a
 * platform that does not answer, the agent's word is recorded as `claimed`. Raced: one completes, the others get `conflict`.
 * Upstream: the order; and the cart only after a change was cut off.
 */
export async function completeCheckout(context: StoreContext, id: string): Promise<CheckoutSession> {
  return changeSession(context, id, async ({ session, interrupted, finish }) => {
    const status = nextStatus(session.status, 'complete');
    const placed = await placedOrder(context, session);
    const content = interrupted && !placed ? await settleCart(context, session) : session;
    const totals = content.pending?.totals ?? content.totals;
    const completed: CheckoutSession = {
      ...content,
      status,
      totals,
      discounts: content.pending ? content.pending.discounts : content.discounts,
      pending: null,
    };
    return finish(completed, placed ?? claimedOrder(context, completed));
  });
}

/** The order that the platform has of this session, or of which it has told earlier. */
export async function placedOrder(
  context: StoreContext,
  session: CheckoutSession,
): Promise<Order | undefined> {
  const placed = await findOrder(context, session);
  if (placed) return applyPlatformOrder(context, placed, 'completion');
  return context.orders.ofSession(context.store.id, session.id);
}

async function findOrder(
  context: StoreContext,
  session: CheckoutSession,
): Promise<PlatformOrder | undefined> {
  if (session.cartHandle === null) return undefined;
  try {
    return await context.platform.findOrder(
      { sessionId: session.id, cartHandle: session.cartHandle },
      context.caller,
    );
  } catch (error) {
    // The buyer may well have paid: the claim is recorded now, and verified when the platform is back.
    if (error instanceof CommerceError && error.kind.startsWith('platform_')) return undefined;
    throw error;
  }
}

/** After a change that was cut off, the platform cart gets the lines that the agent was last told of. */
export async function settleCart(context: StoreContext, session: CheckoutSession): Promise<CheckoutSession> {
  if (session.cartHandle === null) return session;
  const codes = session.discounts?.codes ?? [];
  const lines = heldLines(session.lines);
  const request = { cartId: session.id, sessionId: session.id, lines, discountCodes: codes };
  try {
    const cart = await context.platform.updateCart(session.cartHandle, request, context.caller);
    return { ...session, lines: cart.lines, ...pricedAs(context, session, cart, codes) };
  } catch (error) {
    if (error instanceof CommerceError) return session;
    throw error;
  }
}

function claimedOrder(context: StoreContext, session: CheckoutSession): Order {
  return {
    id: context.newId(),
    storeId: session.storeId,
    sessionId: session.id,
    platformOrder: null,
    status: 'pending',
    payment: 'claimed',
    currency: session.currency,
    lines: session.lines.map(({ variantId, title, quantity, price, subtotal }) => ({
      variantId,
      title,
      quantity,
      price,
      ...(subtotal === undefined ? {} : { subtotal }),
    })),
    totals: session.totals,
    buyerEmail: null,
    shippingAddress: null,
    tracking: [],
    progress: null,
    pageUrl: null,
    asOf: instant(context),
    createdAt: instant(context),
  };
}
