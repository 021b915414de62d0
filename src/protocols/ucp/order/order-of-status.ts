import type { Order, OrderStatus, OrderStep } from '../../../commerce/order/order.ts';
import type { FulfillmentEvent, OrderProgress } from '../../../commerce/order/order-progress.ts';

const SENT: ReadonlySet<OrderStatus> = new Set(['shipped', 'delivered']);

/** Time of the first of these statuses, else of the shop's last change. */
export function getReachedAt(order: Order, steps: readonly OrderStep[], ...statuses: OrderStatus[]): string {
  const step = steps.find(({ status }) => statuses.includes(status));
  return step?.at ?? order.platformOrder?.updatedAt ?? order.createdAt;
}

/** Derives progress from the status alone, for older orders. With several parcels none names its content. */
export function toProgress(order: Order, steps: readonly OrderStep[]): OrderProgress {
  const isSent = SENT.has(order.status) || steps.some(({ status }) => SENT.has(status));
  return {
    lines: order.lines.map((line, index) => {
      const { quantity: original } = line;
      const current = order.status === 'canceled' ? 0 : original;
      const fulfilled = isSent ? current : 0;
      return { ...line, id: String(index + 1), original, current, fulfilled, discount: null, isSent: null };
    }),
    hasMoreLines: false,
    events: isSent ? buildEvents(order, steps) : [],
    refunds: [],
    estimates: [],
    edits: [],
  };
}

function buildEvents(order: Order, steps: readonly OrderStep[]): FulfillmentEvent[] {
  const parcels = order.tracking.length > 0 ? order.tracking : [null];
  const isDelivered = order.status === 'delivered' || steps.some(({ status }) => status === 'delivered');
  const all = order.lines.map(({ quantity }, index) => ({ lineId: String(index + 1), quantity }));
  const lines = parcels.length === 1 ? all : [];
  return parcels.flatMap((tracking, index) => {
    const buildEvent = (type: string, ...statuses: OrderStatus[]): FulfillmentEvent => {
      const at = getReachedAt(order, steps, ...statuses);
      return { id: `${type}-${index + 1}`, type, at, lines, tracking };
    };
    const shipped = buildEvent('shipped', 'shipped', 'delivered');
    return isDelivered ? [shipped, buildEvent('delivered', 'delivered')] : [shipped];
  });
}
