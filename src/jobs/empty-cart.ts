import { CommerceError } from '../commerce/errors.ts';
import { applyPlatformOrder } from '../operations/apply-platform-order.ts';
import { readCart } from '../operations/cart-lease.ts';
import { withLease } from '../operations/with-lease.ts';
import { readSession } from '../operations/session-lease.ts';
import { instant } from '../operations/store-context.ts';
import type { StoreJob, JobContext } from './job-context.ts';

/** What a turn is taken for: a session, or a cart that was made on its own. */
type Kept = {
  table: Parameters<typeof withLease<Emptied, void>>[2]['table'];
  what: string;
  mustExist(): Promise<unknown>;
};

interface Emptied {
  status: string;
  cartHandle: string | null;
}

/** From these on nothing brings either back. */
const CANCELED = new Set(['failed', 'canceled']);

/**
 * Empties the shop's cart of what was canceled while the shop was away, once it answers again. Nothing happens to a cart that
 * the buyer has paid in the meantime (its order is taken in instead), that is gone, or whose cancellation was never written.
 * In turn with whatever else changes it; done twice, or cut off anywhere, it comes to the same.
 */
export const emptyCart: StoreJob = async (context, { subject }) => {
  const [of = '', id = ''] = subject.split('/');
  const kept = of === 'cart' ? cartOf(context, id) : sessionOf(context, id);
  try {
    await withLease(context, id, kept, async ({ resource, by, interrupted }) => {
      const isCanceled = CANCELED.has(resource.status);
      if (isCanceled && resource.cartHandle !== null) await empty(context, of, id, resource.cartHandle);
      // What an earlier change left in doubt stays so, unless this has settled it.
      const unsettled = interrupted && !isCanceled;
      await kept.table.release(id, by, { unsettled, now: instant(context) });
    });
  } catch (error) {
    // Forgotten since: so is its cart at the shop.
    if (!(error instanceof CommerceError && error.kind === 'not_found')) throw error;
  }
  return undefined;
};

function sessionOf(context: JobContext, id: string): Kept {
  return {
    what: 'checkout session',
    table: context.sessions,
    mustExist: () => readSession(context, id),
  };
}

function cartOf(context: JobContext, id: string): Kept {
  return { what: 'cart', table: context.carts, mustExist: () => readCart(context, id) };
}

async function empty(context: JobContext, of: string, id: string, cartHandle: string): Promise<void> {
  const { platform, caller } = context;
  const placed = of === 'cart' ? undefined : await platform.findOrder({ sessionId: id, cartHandle }, caller);
  if (placed) await applyPlatformOrder(context, placed, 'read');
  else await platform.abandonCart(cartHandle, id, caller);
}
