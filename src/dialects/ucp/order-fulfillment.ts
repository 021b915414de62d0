import type { Order, OrderStatus, OrderStep, ShippingAddress } from '../../commerce/order.ts';

export interface LineCount {
  id: string;
  quantity: number;
}

const SENT: ReadonlySet<OrderStatus> = new Set(['shipped', 'delivered']);

/** Whether its goods have left, also of an order whose money was given back since. */
export function wasSent(order: Order, steps: readonly OrderStep[]): boolean {
  return SENT.has(order.status) || steps.some(({ status }) => SENT.has(status));
}

/** When it first came to one of these; when the shop last changed it, where nobody was told. */
export function reachedAt(order: Order, steps: readonly OrderStep[], ...statuses: OrderStatus[]): string {
  const step = steps.find(({ status }) => statuses.includes(status));
  return step?.at ?? order.platformOrder?.updatedAt ?? order.createdAt;
}

/**
 * What was promised and what has happened. Shops do not tell what is in which parcel: of several, none names its lines. The
 * street and the name are the buyer's, who gave them to the shop alone.
 */
export function renderFulfillment(order: Order, steps: readonly OrderStep[], lines: readonly LineCount[]) {
  const address = order.shippingAddress;
  const isExpected = address !== null && order.status !== 'canceled' && lines.length > 0;
  return {
    ...(isExpected ? { expectations: [expectation(address, lines)] } : {}),
    events: events(order, steps, lines),
  };
}

function expectation({ city, region, country }: ShippingAddress, lines: readonly LineCount[]) {
  return {
    id: 'expectation-1',
    line_items: lines,
    method_type: 'shipping',
    destination: {
      ...(city === null ? {} : { address_locality: city }),
      ...(region === null ? {} : { address_region: region }),
      ...(country === null ? {} : { address_country: country }),
    },
  };
}

function events(order: Order, steps: readonly OrderStep[], lines: readonly LineCount[]) {
  if (!wasSent(order, steps)) return [];
  const parcels = order.tracking.length > 0 ? order.tracking : [{ carrier: null, number: null, url: null }];
  const isDelivered = order.status === 'delivered' || steps.some(({ status }) => status === 'delivered');
  const shippedAt = reachedAt(order, steps, 'shipped', 'delivered');
  const contents = parcels.length === 1 ? lines : [];
  return parcels.flatMap(({ carrier, number, url }, index) => {
    const parcel = {
      line_items: contents,
      ...(number === null ? {} : { tracking_number: number }),
      ...(url === null ? {} : { tracking_url: url }),
      ...(carrier === null ? {} : { carrier }),
    };
    const shipped = { id: `shipped-${index + 1}`, occurred_at: shippedAt, type: 'shipped', ...parcel };
    if (!isDelivered) return [shipped];
    const at = reachedAt(order, steps, 'delivered');
    return [shipped, { id: `delivered-${index + 1}`, occurred_at: at, type: 'delivered', ...parcel }];
  });
}
