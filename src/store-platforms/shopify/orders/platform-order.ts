import type { PlatformOrder, ShippingAddress } from '../../../commerce/order/order.ts';
import type { GraphqlError } from '../client/errors.ts';
import { isNulledField } from '../client.ts';
import { orderProgress, toTracking } from './progress.ts';
import { isPaid, type OrderNode, orderStatus } from './status.ts';
import { orderSums } from './sums.ts';

/** True for nulls of a token without `read_products` or without access to buyers' data. */
export function isWithheldField(error: GraphqlError): boolean {
  return error.code === 'ACCESS_DENIED' || isNulledField(error);
}

/** Attributes of the cart, which its checkout and its order carry along: of a session's cart, and of a cart of its own. */
export const SESSION_ATTRIBUTE = 'service_session_id';
export const CART_ATTRIBUTE = 'service_cart_id';

export function readAttribute({ customAttributes }: Pick<OrderNode, 'customAttributes'>, name: string) {
  return customAttributes.find(({ key }) => key === name)?.value ?? null;
}

export function toPlatformOrder(order: OrderNode): PlatformOrder {
  const { lines, totals } = orderSums(order);
  return {
    id: order.id,
    number: order.legacyResourceId,
    status: orderStatus(order),
    isPaid: isPaid(order),
    sessionId: readAttribute(order, SESSION_ATTRIBUTE),
    cartId: readAttribute(order, CART_ATTRIBUTE),
    currency: order.presentmentCurrencyCode,
    lines: lines.map(({ node: _, discount: __, ...line }) => line),
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
