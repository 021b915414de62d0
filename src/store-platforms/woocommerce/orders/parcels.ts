import type { Tracking } from '../../../commerce/order/order.ts';
import { readPart } from '../../read-shape.ts';
import { withTrackingPage } from '../../tracking-links.ts';
import { type TrackingItem, trackingItem, type WooOrder } from './wire.ts';

const TRACKING_META = '_wc_shipment_tracking_items';
const MAX_PARCELS = 1_000;

/** Newest value of a meta key. */
export function readMeta(order: Pick<WooOrder, 'meta_data'>, key: string): unknown {
  return order.meta_data.findLast((meta) => meta.key === key)?.value;
}

/** Reads the convention of tracking plugins, a list or map of entries, up to a bound; core has no such field. */
export function readParcels(order: WooOrder): TrackingItem[] {
  const meta = readMeta(order, TRACKING_META);
  const entries: unknown[] = typeof meta === 'object' && meta !== null ? Object.values(meta) : [];
  return entries.slice(0, MAX_PARCELS).flatMap((entry) => {
    const parsed = readPart(trackingItem, entry);
    return parsed.success && parsed.data.tracking_number !== '' ? [parsed.data] : [];
  });
}

/** Built-in providers are stored as slugs (`usps`) without a link. */
export function toTracking(item: TrackingItem): Tracking {
  return withTrackingPage({
    carrier: item.custom_tracking_provider || item.tracking_provider || null,
    number: item.tracking_number,
    url: item.custom_tracking_link,
  });
}

/** Parses WooCommerce's UTC times, which carry no zone. */
export function toInstant(gmt: string): string {
  return new Date(gmt.endsWith('Z') ? gmt : `${gmt}Z`).toISOString();
}
