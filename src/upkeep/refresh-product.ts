import { instant } from '../operations/store-context.ts';
import type { StoreTask } from './upkeep-context.ts';

/** The shop is asked what the product is now: one that it does not show any more is gone. */
export const refreshProduct: StoreTask = async (context, { subject }) => {
  const asOf = instant(context);
  const shown = await context.platform.lookupProducts([subject], context.caller);
  if (shown.length > 0) await context.products.upsert(context.store.id, shown, asOf);
  else await context.products.remove(context.store.id, [subject], asOf);
  return undefined;
};
