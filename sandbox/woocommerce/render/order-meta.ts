import type { ShopOrder } from '../../shop/orders.ts';

/** All meta of an order, underscored keys included; `service_session_id` is put there by the connector. */
export function renderOrderMeta(order: ShopOrder): object[] {
  const pairs: [string, unknown][] = [
    ['is_vat_exempt', 'no'],
    ...(order.sessionId === null ? [] : [['service_session_id', order.sessionId] as [string, unknown]]),
    ...(order.tracking === null
      ? []
      : [['_wc_shipment_tracking_items', [trackingItem(order)]] as [string, unknown]]),
  ];
  return pairs.map(([key, value], index) => ({ id: order.id * 10 + index, key, value }));
}

/** As the Shipment Tracking extension writes it: core has no field for tracking, nor a status for what has arrived. */
function trackingItem(order: ShopOrder): object {
  const { tracking } = order;
  return {
    tracking_provider: '',
    custom_tracking_provider: tracking?.carrier ?? '',
    custom_tracking_link: tracking?.url ?? '',
    tracking_number: tracking?.number ?? '',
    date_shipped: epoch(order.shippedAt),
    tracking_id: String(order.id),
    ...(order.deliveredAt === null ? {} : { date_delivered: epoch(order.deliveredAt) }),
  };
}

/** Seconds since 1970, as text. */
function epoch(instant: string | null): string {
  return instant === null ? '' : String(Math.floor(Date.parse(instant) / 1000));
}
