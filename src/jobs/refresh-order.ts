import { applyPlatformOrder } from '../operations/apply-platform-order.ts';
import type { StoreJob } from './job-context.ts';

/** Reads an order from the shop, and applies it when it carries a session of this store. */
export const refreshOrder: StoreJob = async (context, { subject }) => {
  const placed = await context.platform.readOrder(subject, context.caller);
  if (placed) await applyPlatformOrder(context, placed, 'webhook');
  return undefined;
};
