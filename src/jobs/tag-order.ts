import type { StoreJob } from './job-context.ts';

/** Marks an order of ours for the merchant's eyes. One that is gone needs no mark. */
export const tagOrder: StoreJob = async (context, { subject }) => {
  const placed = await context.platform.readOrder(subject, context.caller);
  if (placed) await context.platform.tagOrder(placed, context.caller);
  return undefined;
};
