import { orderEvent } from './events.ts';
import type { Order } from './order.ts';

/** Events that a change of an order makes. */
export type OrderNews = readonly ('session.verified' | 'order.changed')[];

/**
 * Lists the events of an order that the shop has confirmed, for endpoints. Undefined when nothing has changed that is reported;
 * an agent platform hears of every other change.
 */
export function newsOf(order: Order, before: Order | undefined): OrderNews | undefined {
  if (order.payment !== 'verified' || !hasChanged(membersOf, order, before)) return undefined;
  return [
    ...(before?.payment === 'verified' ? [] : ['session.verified' as const]),
    ...(hasChanged(factsOf, order, before) ? ['order.changed' as const] : []),
  ];
}

function hasChanged(reported: (order: Order) => unknown, order: Order, before: Order | undefined): boolean {
  return before === undefined || JSON.stringify(reported(order)) !== JSON.stringify(reported(before));
}

/** Members that are reported to agent platforms or endpoints; instants of reads are not among them. */
function membersOf(order: Order): unknown {
  const { shippingAddress, progress, pageUrl } = order;
  return [factsOf(order), order.lines, shippingAddress, progress, pageUrl];
}

/** Members that are reported to endpoints. */
function factsOf(order: Order): unknown {
  return orderEvent('order.changed', order, null).data;
}
