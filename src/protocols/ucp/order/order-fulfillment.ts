import type { Order, ShippingAddress } from '../../../commerce/order/order.ts';
import {
  type FulfillmentEvent,
  type OrderProgress,
  sumPiecesByLine,
} from '../../../commerce/order/order-progress.ts';
import { createLineNames, type LineCount } from './order-lines.ts';

/** Renders expectations and events. The buyer gave street and name to the shop alone, so they are left out. */
export function renderFulfillment(order: Order, progress: OrderProgress) {
  const { sumCounts } = createLineNames(progress);
  const expectations = renderExpectations(order, progress);
  return {
    expectations: expectations.length > 0 ? expectations : undefined,
    events: progress.events.map((event) => renderEvent(event, sumCounts(event.lines))),
  };
}

/** Estimated parcels first, then all other pieces that will be shipped. */
function renderExpectations(order: Order, progress: OrderProgress) {
  const address = order.shippingAddress;
  if (address === null || order.status === 'canceled') return [];
  const { sumCounts } = createLineNames(progress);
  const dated = progress.estimates.map(({ lines, by }) => ({
    lines: sumCounts(lines),
    description: `Expected by ${by.slice(0, 10)}.`,
  }));
  const inDated = sumPiecesByLine(progress.estimates.flatMap(({ lines }) => lines));
  const others = progress.lines
    .filter(({ isSent }) => isSent !== false)
    .map(({ id, current }) => ({ lineId: id, quantity: Math.max(0, current - (inDated.get(id) ?? 0)) }));
  const expected: { lines: LineCount[]; description?: string }[] = [...dated, { lines: sumCounts(others) }];
  return expected
    .filter(({ lines }) => lines.length > 0)
    .map(({ lines, description }, index) => ({
      id: `expectation-${index + 1}`,
      line_items: lines,
      method_type: 'shipping',
      destination: renderDestination(address),
      description,
    }));
}

function renderDestination({ city, region, country }: ShippingAddress) {
  return {
    address_locality: city ?? undefined,
    address_region: region ?? undefined,
    address_country: country ?? undefined,
  };
}

function renderEvent({ id, type, at, tracking }: FulfillmentEvent, lines: LineCount[]) {
  return {
    id,
    occurred_at: at,
    type,
    line_items: lines,
    tracking_number: tracking?.number ?? undefined,
    tracking_url: tracking?.url ?? undefined,
    carrier: tracking?.carrier ?? undefined,
  };
}
