import { applyPlatformOrder } from '../operations/apply-platform-order.ts';
import type { StoreJob } from './job-context.ts';

/** The shop is asked how the order stands now. Most orders of a shop are none of ours, and are left alone. */
export const refreshOrder: StoreJob = async (context, { subject }) => {
  const placed = await context.platform.readOrder(subject, context.caller);
  if (placed) await applyPlatformOrder(context, placed, 'webhook');
  return undefined;
};
