import type { StoreJob } from './job-context.ts';

/** Tags an order in the shop, so that its merchant sees where it came from. */
export const tagOrder: StoreJob = async (context, { subject }) => {
  const placed = await context.platform.readOrder(subject, context.caller);
  if (placed) await context.platform.tagOrder(placed, context.caller);
  return undefined;
};
