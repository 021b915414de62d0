import { instant, type StoreContext } from './store-context.ts';
import { EMPTY_CART } from './store-jobs.ts';

interface AbandonedCart {
  of: 'session' | 'cart';
  id: string;
  /** Null where the shop never made one. */
  cartHandle: string | null;
}

/**
 * Empties the platform cart of a session or cart that is being canceled; when the shop does not answer, a job empties it
 * later. The job is enqueued before the cancellation is written, and leaves a cart alone that is not canceled.
 */
export async function abandonNowOrLater(
  context: Pick<StoreContext, 'platform' | 'caller' | 'jobs' | 'store' | 'now'>,
  { of, id, cartHandle }: AbandonedCart,
): Promise<void> {
  if (cartHandle === null) return;
  try {
    await context.platform.abandonCart(cartHandle, id, context.caller);
  } catch {
    const job = { storeId: context.store.id, kind: EMPTY_CART, subject: `${of}/${id}` };
    await context.jobs.enqueue(job, instant(context));
  }
}
