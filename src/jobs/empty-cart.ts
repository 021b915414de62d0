import { CommerceError } from '../commerce/errors.ts';
import { withLease } from '../operations/call/lease.ts';
import { getInstant } from '../operations/call/store-context.ts';
import { readCart } from '../operations/cart/cart-lease.ts';
import { readSession } from '../operations/checkout/session-lease.ts';
import { applyPlatformOrder } from '../operations/order/apply-platform-order.ts';
import type { StoreJob } from './job-kind.ts';

type Target = {
  table: Parameters<typeof withLease<Cancelable, void>>[2]['table'];
  what: string;
  mustExist(): Promise<object>;
};

type Cancelable = { status: string; cartHandle: string | null };

const CANCELED = new Set(['failed', 'canceled']);

/** Empties the cart of a session or cart that was canceled while the shop did not answer; a paid one yields its order instead. */
export const emptyCart: StoreJob = async (context, { subject }) => {
  const { platform, caller, carts, sessions } = context;
  const [of = '', id = ''] = subject.split('/');
  const target: Target =
    of === 'cart'
      ? { what: 'cart', table: carts, mustExist: () => readCart(context, id) }
      : { what: 'checkout session', table: sessions, mustExist: () => readSession(context, id) };
  const empty = async (cartHandle: string) => {
    const order = of !== 'cart' && (await platform.findOrder({ sessionId: id, cartHandle }, caller));
    if (order) await applyPlatformOrder(context, order, 'read');
    if (!order || order.isAttempt) await platform.abandonCart(cartHandle, id, caller);
  };
  try {
    await withLease(context, id, target, async ({ resource, owner, interrupted }) => {
      const isCanceled = CANCELED.has(resource.status);
      if (isCanceled && resource.cartHandle !== null) await empty(resource.cartHandle);
      // A change that was cut off earlier stays unsettled, unless emptying the cart has settled it.
      const unsettled = interrupted && !isCanceled;
      await target.table.release(context.store.id, id, owner, { unsettled, now: getInstant(context) });
    });
  } catch (error) {
    // Deleted since: the shop's cart has expired too.
    if (!(error instanceof CommerceError && error.kind === 'not_found')) throw error;
  }
  return undefined;
};
