import type { PlatformOrder, ShippingAddress } from '../../../commerce/order/order.ts';
import { formatLineTitle } from '../../../commerce/product/products.ts';
import type { GraphqlError } from '../client/errors.ts';
import { isNulledField } from '../client.ts';
import { orderProgress, toTracking } from './progress.ts';
import { isPaid, type OrderNode, orderStatus } from './status.ts';
import { getPrices, orderSums } from './sums.ts';

/** True for nulls of a token without `read_products` or without access to buyers' data. */
export function isWithheldField(error: GraphqlError): boolean {
  return error.code === 'ACCESS_DENIED' || isNulledField(error);
}

/** Attributes of the cart, which its checkout and its order carry along: of a session's cart, and of a cart of its own. */
export const SESSION_ATTRIBUTE = 'service_session_id';
export const CART_ATTRIBUTE = 'service_cart_id';

type Attributed = Pick<OrderNode, 'customAttributes'>;

export function readSessionId(order: Attributed): string | null {
  return readAttribute(order, SESSION_ATTRIBUTE);
}

export function readCartId(order: Attributed): string | null {
  return readAttribute(order, CART_ATTRIBUTE);
}

function readAttribute({ customAttributes }: Attributed, name: string): string | null {
  return customAttributes.find(({ key }) => key === name)?.value ?? null;
}

export function toPlatformOrder(order: OrderNode): PlatformOrder {
  const { lines, totals } = orderSums(order);
  return {
    id: order.id,
    number: order.legacyResourceId,
    status: orderStatus(order),
    isPaid: isPaid(order),
    sessionId: readSessionId(order),
    cartId: readCartId(order),
    currency: order.presentmentCurrencyCode,
    lines: order.lineItems.nodes.map((line, index) => ({
      variantId: line.variant?.id ?? null,
      title: formatLineTitle(line.title, line.variantTitle ?? ''),
      quantity: line.quantity,
      ...getPrices(lines[index]),
    })),
    totals,
    buyerEmail: order.email,
    shippingAddress: order.shippingAddress && toShippingAddress(order.shippingAddress),
    tracking: order.fulfillments.flatMap(toTracking),
    progress: orderProgress(order, lines),
    pageUrl: order.statusPageUrl ?? null,
    createdAt: order.createdAt,
    updatedAt: order.updatedAt,
  };
}

function toShippingAddress(address: NonNullable<OrderNode['shippingAddress']>): ShippingAddress {
  return {
    name: address.name,
    line1: address.address1,
    city: address.city,
    region: address.provinceCode ?? address.province,
    postalCode: address.zip,
    country: address.countryCodeV2,
  };
}
