import type { Tracking } from '../../../commerce/order/order.ts';
import {
  type Estimate,
  type FulfillmentEvent,
  type LineProgress,
  type Pieces,
  type PlatformProgress,
  type Refund,
  sumPiecesByLine,
} from '../../../commerce/order/order-progress.ts';
import { toGidNumber } from '../../../commerce/product/products.ts';
import { withTrackingPage } from '../../tracking-links.ts';
import { ABANDONED, BY_PARCEL, type OrderNode } from './status.ts';
import type { SummedLine } from './sums.ts';

type Fulfillment = OrderNode['fulfillments'][number];
type RefundNode = OrderNode['refunds'][number];

export function orderProgress(order: OrderNode, lines: readonly SummedLine[]): PlatformProgress {
  const shipped = sumPiecesByLine(
    order.fulfillments
      .filter(({ status }) => !ABANDONED.has(status))
      .flatMap(({ fulfillmentLineItems }) => fulfillmentLineItems.nodes)
      .map(({ lineItem, quantity }) => ({ lineId: lineItem.id, quantity: quantity ?? 0 })),
  );
  return {
    lines: lines.map((line) => toLine(order, line, shipped.get(line.node.id) ?? 0)),
    hasMoreLines: order.lineItems.pageInfo.hasNextPage,
    events: order.fulfillments.flatMap(toEvents),
    refunds: order.refunds.map(toRefund),
    estimates: order.fulfillments.flatMap(toEstimates),
  };
}

/** `shipped`: pieces that were sent, in an order that is not wholly sent. */
function toLine(order: OrderNode, line: SummedLine, shipped: number): LineProgress {
  const { node, variantId, title, quantity, discount, ...prices } = line;
  const current = order.cancelledAt === null ? node.currentQuantity : 0;
  const isAllSent = order.displayFulfillmentStatus === 'FULFILLED';
  // Stored records are compared as JSON, so the members keep this order.
  return {
    id: toGidNumber(node.id),
    variantId,
    title,
    ...prices,
    quantity,
    current,
    // Never more than the order still has: returned ones are no longer part of it.
    fulfilled: Math.min(current, isAllSent ? quantity : shipped),
    discount,
    isSent: node.requiresShipping,
  };
}

const NOT_SENT_YET = new Set(['CONFIRMED', 'LABEL_PRINTED', 'LABEL_PURCHASED', 'LABEL_VOIDED', 'SUBMITTED']);

const DELIVERY_FAILURES: Readonly<Record<string, string>> = {
  ATTEMPTED_DELIVERY: 'failed_attempt',
  NOT_DELIVERED: 'undeliverable',
};

function toEvents(fulfillment: Fulfillment): FulfillmentEvent[] {
  const { id, status, displayStatus, createdAt, updatedAt, deliveredAt } = fulfillment;
  const parcels = toParcels(fulfillment);
  const buildEvents = (type: string, at: string) =>
    parcels.map((parcel, index) => ({
      id: [type, toGidNumber(id), ...(index === 0 ? [] : [index + 1])].join('-'),
      type,
      at,
      ...parcel,
    }));
  if (status === 'CANCELLED') return buildEvents('canceled', updatedAt);
  if (ABANDONED.has(status) || NOT_SENT_YET.has(displayStatus ?? '')) return [];
  const failure = DELIVERY_FAILURES[displayStatus ?? ''];
  const isDelivered = deliveredAt !== null || BY_PARCEL[displayStatus ?? ''] === 'delivered';
  return [
    ...buildEvents('shipped', createdAt),
    ...(failure === undefined ? [] : buildEvents(failure, updatedAt)),
    ...(isDelivered ? buildEvents('delivered', deliveredAt ?? updatedAt) : []),
  ];
}

/** Reports goods and several tracking numbers as separate events: Shopify does not say which goods have which number. */
function toParcels(fulfillment: Fulfillment): Pick<FulfillmentEvent, 'lines' | 'tracking'>[] {
  const lines = toPieces(fulfillment);
  const trackings = toTracking(fulfillment);
  const [only, ...others] = trackings;
  if (only && others.length === 0) return [{ lines, tracking: only }];
  return [{ lines, tracking: null }, ...trackings.map((tracking) => ({ lines: [], tracking }))];
}

export function toTracking({ trackingInfo }: Fulfillment): Tracking[] {
  return trackingInfo.map(({ company, number, url }) => withTrackingPage({ carrier: company, number, url }));
}

/** Returns all pieces, or none when the parcel has more than were read. */
function toPieces({ fulfillmentLineItems: { pageInfo, nodes } }: Fulfillment): Pieces[] {
  if (pageInfo.hasNextPage) return [];
  return nodes.flatMap(({ quantity, lineItem }) =>
    quantity === null || quantity < 1 ? [] : [{ lineId: toGidNumber(lineItem.id), quantity }],
  );
}

function toEstimates(fulfillment: Fulfillment): Estimate[] {
  const { status, deliveredAt, estimatedDeliveryAt: by } = fulfillment;
  if (by === null || deliveredAt !== null || ABANDONED.has(status)) return [];
  return [{ lines: toPieces(fulfillment), by }];
}

function toRefund({ id, processedAt, totalRefundedSet, refundLineItems: { nodes } }: RefundNode): Refund {
  const amount = totalRefundedSet.amount;
  const isReturn = nodes.some(({ restockType }) => restockType === 'RETURN');
  const withoutMoney = isReturn ? 'return' : 'cancellation';
  return {
    id: toGidNumber(id),
    type: amount > 0 ? 'refund' : withoutMoney,
    at: processedAt,
    amount,
    lines: nodes.map(({ quantity, lineItem }) => ({ lineId: toGidNumber(lineItem.id), quantity })),
  };
}
