import type { StoreTask } from './upkeep-context.ts';

/** What nobody would take for so long is given up: the platform can still read the order. */
const GIVEN_UP_AFTER_MS = 4 * 24 * 60 * 60_000;

/**
 * Tells the platform of an order's agent what became of the order, change by change and each until it was taken. Cut off
 * anywhere, the same notice is sent again under its own id.
 */
export const tellPlatform: StoreTask = async (context, { subject }) => {
  for (;;) {
    const notice = await context.notices.next(context.store.id, subject);
    if (!notice) return undefined;
    const isOld = context.now() - Date.parse(notice.occurredAt) > GIVEN_UP_AFTER_MS;
    if (isOld) context.log({ orderId: subject, notice: notice.id }, 'An order event was given up');
    else await context.tellPlatform(context, notice);
    await context.notices.told(notice.id);
  }
};
