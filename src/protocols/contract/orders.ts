import { z } from 'zod';
import { computeLineSubtotal } from '../../commerce/checkout/cart.ts';
import { computeRefunded, type OrderLine, type ShippingAddress } from '../../commerce/order/order.ts';
import type { StoreContext } from '../../operations/call/store-context.ts';
import { type OrderReading, readOrder } from '../../operations/order/read-order.ts';
import { defineEndpoint } from '../endpoint.ts';
import { renderEnvelope } from './manifest.ts';
import { renderTotals } from './render-purchase.ts';
import { orderResponse } from './responses.ts';
import { orderId } from './schemas.ts';

const read = defineEndpoint({
  capability: 'order',
  id: 'getOrder',
  route: 'GET /orders/{order_id}',
  summary:
    'Reads an order of a checkout session: its status, totals, address and tracking, as the store has them now.',
  slashesIn: 'order_id',
  input: z.object({ order_id: orderId }),
  output: orderResponse,
  run: async (context, { order_id }) => ({ body: renderOrder(context, await readOrder(context, order_id)) }),
});

/**
 * docs/contract.md, Orders: strings are always present, empty where the store platform gives none. `totals.refunded`,
 * `payment`, `paid`, `platform_order_id`, `platform_order_number`, `session_id`, `stale` and `as_of` are additions to the contract.
 */
function renderOrder(context: StoreContext, { order, stale }: OrderReading): object {
  const refunded = computeRefunded(order) || undefined;
  return {
    ucp: renderEnvelope(context.store.switches),
    id: order.id,
    status: order.status,
    currency: order.currency,
    prices_include_tax: order.totals.pricesIncludeTax,
    line_items: order.lines.map(renderLine),
    totals: {
      ...renderTotals({ ...order.totals, shipping: order.totals.shipping ?? 0 }),
      refunded,
    },
    buyer: { email: order.buyerEmail ?? '' },
    shipping_address: renderAddress(order.shippingAddress),
    tracking: order.tracking.map(({ carrier, number, url }) => {
      return { carrier: carrier ?? '', number: number ?? '', url: url ?? '' };
    }),
    payment: order.payment,
    paid: order.isPaid,
    platform_order_id: order.platformOrder?.id ?? null,
    platform_order_number: order.platformOrder?.number ?? null,
    session_id: order.sessionId,
    stale,
    as_of: order.asOf,
    _links: { self: `${context.storeUrl}/orders/${order.id}` },
  };
}

function renderLine(line: OrderLine) {
  const { variantId, title, quantity, price, contentWarning } = line;
  const item = { id: variantId ?? '', title, content_warning: contentWarning };
  return { item, quantity, price, subtotal: computeLineSubtotal(line) };
}

function renderAddress(address: ShippingAddress | null) {
  return {
    name: address?.name ?? '',
    line1: address?.line1 ?? '',
    city: address?.city ?? '',
    region: address?.region ?? '',
    postal_code: address?.postalCode ?? '',
    country: address?.country ?? '',
  };
}

export const orderEndpoints = [read];
