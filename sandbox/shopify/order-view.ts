import type { ShopOrder } from '../shop/orders.ts';
import { findVariant } from '../shop/stock.ts';
import { connection, type PageArguments } from './connection.ts';
import { gid } from './gid.ts';
import { moneyV2 } from './money-strings.ts';
import type { ShopState } from './shop-state.ts';

/** An order as a GraphQL source of the Admin API. */
export function orderView(shop: ShopState, order: ShopOrder) {
  const { currency } = shop.settings;
  return {
    __typename: 'Order',
    id: gid('Order', order.id),
    legacyResourceId: String(order.id),
    name: orderName(order),
    createdAt: order.createdAt,
    updatedAt: order.updatedAt,
    cancelledAt: order.canceledAt,
    cancelReason: order.canceledAt === null ? null : 'CUSTOMER',
    closedAt: null,
    test: false,
    currencyCode: currency,
    presentmentCurrencyCode: currency,
    taxesIncluded: false,
    displayFinancialStatus: isGivenBack(order) ? 'REFUNDED' : 'PAID',
    displayFulfillmentStatus: order.shippedAt === null ? 'UNFULFILLED' : 'FULFILLED',
    returnStatus: order.step === 'refunded' && order.shippedAt !== null ? 'RETURNED' : 'NO_RETURN',
    cartToken: order.cartKey,
    checkoutToken: checkoutToken(order),
    tags: order.tags.toSorted(),
    customAttributes: order.attributes,
    email: order.buyer.email,
    statusPageUrl: `${shop.origin}/orders/${checkoutToken(order)}`,
    discountCodes: order.pricing.codes.flatMap((code) => (code.applied ? [code.code] : [])),
    ...amounts(order, currency),
    shippingAddress: order.shippingRateId === null ? null : addressView(order),
    lineItems: (page: PageArguments) =>
      connection(
        order.lines.map((_, index) => lineItemView(shop, order, index)),
        page,
      ),
    fulfillments: ({ first }: { first?: number }) => fulfillmentViews(order).slice(0, first),
  };
}

export function orderName(order: Pick<ShopOrder, 'id'>): string {
  return `#${order.id - 4000}`;
}

export function checkoutToken(order: ShopOrder): string {
  return `co${order.cartKey.slice(2)}`;
}

function isGivenBack(order: ShopOrder): boolean {
  return order.canceledAt !== null || order.refundedAt !== null;
}

/** `total…` as it was bought, `current…` after what was given back. */
function amounts(order: ShopOrder, currency: string) {
  const { pricing } = order;
  const bag = (amount: number) => {
    const money = moneyV2(amount, currency);
    return { presentmentMoney: money, shopMoney: money };
  };
  const now = (amount: number) => bag(isGivenBack(order) ? 0 : amount);
  const offShipping = shippingDiscount(order);
  const goods = pricing.subtotal - (pricing.discount - offShipping);
  const shipping = pricing.shipping ?? 0;
  return {
    subtotalPriceSet: bag(goods),
    totalTaxSet: bag(pricing.tax),
    totalShippingPriceSet: bag(shipping),
    totalDiscountsSet: bag(pricing.discount),
    totalPriceSet: bag(pricing.total),
    totalRefundedSet: bag(isGivenBack(order) ? pricing.total : 0),
    currentSubtotalPriceSet: now(goods),
    currentTotalTaxSet: now(pricing.tax),
    currentShippingPriceSet: now(shipping - offShipping),
    currentTotalDiscountsSet: now(pricing.discount),
    currentTotalPriceSet: now(pricing.total),
  };
}

function shippingDiscount(order: ShopOrder): number {
  return order.pricing.codes.reduce(
    (sum, code) => (code.applied && code.coupon.kind === 'free_shipping' ? sum + code.amount : sum),
    0,
  );
}

function addressView(order: ShopOrder) {
  const { buyer } = order;
  const [firstName = '', ...others] = buyer.name.split(' ');
  return {
    id: gid('MailingAddress', order.id),
    name: buyer.name,
    firstName,
    lastName: others.join(' '),
    address1: buyer.line1,
    address2: null,
    city: buyer.city,
    province: buyer.region || null,
    provinceCode: buyer.region || null,
    zip: buyer.postalCode,
    country: new Intl.DisplayNames('en', { type: 'region' }).of(buyer.country) ?? buyer.country,
    countryCodeV2: buyer.country,
  };
}

function lineItemView(shop: ShopState, order: ShopOrder, index: number) {
  const line = order.lines[index];
  if (!line) return null;
  const { automatic, codes } = order.pricing;
  const off = [...automatic, ...codes.filter((code) => code.applied)].reduce(
    (sum, { perLine }) => sum + (perLine[index] ?? 0),
    0,
  );
  const bag = (amount: number) => {
    const money = moneyV2(amount, shop.settings.currency);
    return { presentmentMoney: money, shopMoney: money };
  };
  const stillThere = findVariant(shop.products, line.variantId) !== undefined;
  return {
    id: gid('LineItem', order.id * 1000 + index),
    title: line.title,
    name: line.variantTitle === null ? line.title : `${line.title} - ${line.variantTitle}`,
    variantTitle: line.variantTitle,
    sku: line.sku,
    quantity: line.quantity,
    currentQuantity: isGivenBack(order) ? 0 : line.quantity,
    originalUnitPriceSet: bag(line.price),
    discountedUnitPriceAfterAllDiscountsSet: bag(line.price - Math.round(off / line.quantity)),
    variant: stillThere
      ? { id: gid('ProductVariant', line.variantId), title: line.variantTitle ?? 'Default Title' }
      : null,
  };
}

function fulfillmentViews(order: ShopOrder) {
  if (order.shippedAt === null) return [];
  const { tracking } = order;
  return [
    {
      id: gid('Fulfillment', order.id),
      status: 'SUCCESS',
      displayStatus: order.deliveredAt === null ? 'IN_TRANSIT' : 'DELIVERED',
      createdAt: order.shippedAt,
      updatedAt: order.updatedAt,
      inTransitAt: order.shippedAt,
      deliveredAt: order.deliveredAt,
      estimatedDeliveryAt: null,
      trackingInfo: tracking
        ? [{ company: tracking.carrier, number: tracking.number, url: tracking.url }]
        : [],
    },
  ];
}
