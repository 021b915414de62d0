import type { ShopParcel } from '../../shop/order-changes.ts';
import type { ShopOrder } from '../../shop/orders.ts';

/** All meta of an order, underscored keys included. */
export function renderOrderMeta(order: ShopOrder): object[] {
  const pairs: [string, unknown][] = [
    ['is_vat_exempt', 'no'],
    ...marksOf(order),
    ...(order.parcels.length === 0
      ? []
      : [['_wc_shipment_tracking_items', order.parcels.map(trackingItem)] as [string, unknown]]),
  ];
  return pairs.map(([key, value], index) => ({ id: order.id * 10 + index, key, value }));
}

/** Marks of the connector: the session of a cart without one is empty. */
function marksOf({ cartId, sessionId }: ShopOrder): [string, unknown][] {
  if (cartId !== undefined)
    return [
      ['_ucp_host_cart_id', cartId],
      ['service_session_id', sessionId ?? ''],
    ];
  return sessionId === null ? [] : [['service_session_id', sessionId]];
}

/** As the Shipment Tracking extension writes it: core has no field for tracking, nor a status for what has arrived. */
function trackingItem({ id, at, deliveredAt, tracking }: ShopParcel): object {
  return {
    tracking_provider: '',
    custom_tracking_provider: tracking.carrier,
    custom_tracking_link: tracking.url,
    tracking_number: tracking.number,
    date_shipped: epoch(at),
    tracking_id: String(id),
    ...(deliveredAt === null ? {} : { date_delivered: epoch(deliveredAt) }),
  };
}

/** Seconds since 1970, as text. */
function epoch(instant: string): string {
  return String(Math.floor(Date.parse(instant) / 1000));
}
