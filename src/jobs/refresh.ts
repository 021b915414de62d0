import { CommerceError } from '../commerce/errors.ts';
import { MINUTE_MS, toIso } from '../commerce/time/time.ts';
import { getInstant } from '../operations/call/store-context.ts';
import { applyPlatformOrder } from '../operations/order/apply-platform-order.ts';
import { refreshDescription } from '../operations/store/refresh-description.ts';
import type { JobContext, StoreJob } from './job-kind.ts';

/** Above the deadline of any call. */
const MAX_READ_MS = MINUTE_MS;

/** Reads and applies an order. The buyer of one that the shop lacks is forgotten twice: a read under way may have stored it again. */
export async function refreshOrder(context: JobContext, { subject }: { subject: string }) {
  const { orders, platform, store, caller, now } = context;
  const platformOrder = await platform.readOrder(subject, caller);
  if (platformOrder) await applyPlatformOrder(context, platformOrder, 'webhook');
  else if (await orders.forgetBuyer(store.id, subject, getInstant(context)))
    return { rerunAt: toIso(now() + MAX_READ_MS) };
  return undefined;
}

/** Tags an order in the shop, so that its merchant sees where it came from. */
export const tagOrder: StoreJob = async (context, { subject }) => {
  const platformOrder = await context.platform.readOrder(subject, context.caller);
  if (platformOrder) await context.platform.tagOrder(platformOrder, context.caller);
  return undefined;
};

export const refreshProduct: StoreJob = async (context, { subject }) => {
  await refreshProducts(context, [subject]);
  return undefined;
};

/** Looks products up by their GIDs in one call and updates the copy; removes products that the shop no longer shows. */
export async function refreshProducts(context: JobContext, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const { platform, products, store, caller } = context;
  const asOf = getInstant(context);
  const visible = await platform.lookupProducts(ids, caller);
  const visibleIds = new Set(visible.map(({ id }) => id));
  const gone = ids.filter((id) => !visibleIds.has(id));
  await products.upsert(store.id, visible, asOf);
  await products.remove(store.id, gone, asOf);
}

/** Refreshes the shop's description after its settings were saved, or its merchant tested the connection. */
export async function refreshStore(context: JobContext): Promise<undefined> {
  if (await refreshDescription(context))
    context.log({ store: context.store.slug }, 'The shop has changed its settings');
}

/** Refreshes the description as part of another job, which continues when the shop fails. */
export async function tryToRefreshDescription(context: JobContext): Promise<void> {
  try {
    await refreshStore(context);
  } catch (error) {
    if (!(error instanceof CommerceError)) throw error;
    const { slug: store } = context.store;
    context.log({ store, reason: error.message }, 'The description of the shop could not be refreshed');
  }
}
