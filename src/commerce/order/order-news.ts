import { orderEvent, type StoreEvent } from './events.ts';
import type { Order } from './order.ts';

/** Lists the events of a change of an order, for endpoints. */
export type OrderNews = (agent: string | null) => StoreEvent[];

/** Returns the events of a confirmed order's change; undefined where neither endpoints nor agents hear of it. */
export function toOrderNews(order: Order, before: Order | undefined): OrderNews | undefined {
  if (order.payment !== 'verified' || !hasChanged(getReportedMembers, order, before)) return undefined;
  const types = [
    ...(before?.payment === 'verified' ? [] : ['session.verified' as const]),
    ...(hasChanged(getReportedFacts, order, before) ? ['order.changed' as const] : []),
  ];
  return (agent) => types.map((type) => orderEvent(type, order, agent));
}

export function hasNewStatus(order: Order, before: Order | undefined): boolean {
  return order.status !== before?.status || order.payment !== before.payment;
}

function hasChanged(reported: (order: Order) => unknown, order: Order, before: Order | undefined): boolean {
  return before === undefined || JSON.stringify(reported(order)) !== JSON.stringify(reported(before));
}

/** Members that are reported to agent platforms or endpoints; instants of reads are not among them. */
function getReportedMembers(order: Order): unknown {
  const { shippingAddress, progress, pageUrl } = order;
  return [getReportedFacts(order), order.lines, shippingAddress, progress, pageUrl];
}

function getReportedFacts(order: Order): unknown {
  return orderEvent('order.changed', order, null).data;
}
