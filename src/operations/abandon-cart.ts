import { instant, type StoreContext } from './store-context.ts';
import { EMPTY_CART } from './store-jobs.ts';

interface Abandoned {
  of: 'session' | 'cart';
  id: string;
  /** Null where the shop never made one. */
  cartHandle: string | null;
}

/**
 * Empties what the shop holds of a session or cart that is being canceled, as far as the platform allows. A shop that does not
 * answer keeps nobody from canceling: a task empties it later. The task is there before the cancellation is written, so that
 * nothing is forgotten when this process dies in between; it waits for its turn, and leaves alone what is not canceled then.
 */
export async function abandonNowOrLater(
  context: StoreContext,
  { of, id, cartHandle }: Abandoned,
): Promise<void> {
  if (cartHandle === null) return;
  try {
    await context.platform.abandonCart(cartHandle, id, context.caller);
  } catch {
    const job = { storeId: context.store.id, kind: EMPTY_CART, subject: `${of}/${id}` };
    await context.jobs.enqueue(job, instant(context));
  }
}
