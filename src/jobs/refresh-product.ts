import { instant } from '../operations/store-context.ts';
import type { StoreJob, JobContext } from './job-context.ts';

/** Looks products up by their GIDs in one call and updates the copy; one that the shop no longer shows is removed. */
export async function refreshProducts(context: JobContext, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const asOf = instant(context);
  const shown = await context.platform.lookupProducts(ids, context.caller);
  const found = new Set(shown.map(({ id }) => id));
  await context.products.upsert(context.store.id, shown, asOf);
  await context.products.remove(
    context.store.id,
    ids.filter((id) => !found.has(id)),
    asOf,
  );
}

export const refreshProduct: StoreJob = async (context, { subject }) => {
  await refreshProducts(context, [subject]);
  return undefined;
};
