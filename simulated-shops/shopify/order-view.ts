import { hash } from 'node:crypto';
import { moneyLeft, remaining, type ShopRefund } from '../shop/order-changes.ts';
import type { ShopOrder } from '../shop/orders.ts';
import { findVariant } from '../shop/stock.ts';
import { requiresShipping } from './catalog-view.ts';
import { connection, type PageArguments } from './connection.ts';
import { gid } from './gid.ts';
import { moneyV2 } from './money-strings.ts';
import type { ShopState } from './shop-state.ts';

/** An order as a GraphQL source of the Admin API. */
export function orderView(shop: ShopState, order: ShopOrder) {
  const { currency } = shop.settings;
  const lines = order.lines.map((_, index) => lineItemView(shop, order, index));
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
    taxesIncluded: shop.settings.taxesIncluded,
    displayFinancialStatus: financialStatus(order),
    displayFulfillmentStatus: fulfillmentStatus(order),
    returnStatus: order.step === 'refunded' && order.shippedAt !== null ? 'RETURNED' : 'NO_RETURN',
    cartToken: order.cartKey,
    checkoutToken: checkoutToken(order),
    tags: order.tags.toSorted(),
    customAttributes: order.attributes,
    email: order.buyer.email,
    statusPageUrl: statusPageUrl(shop, order),
    discountCodes: order.pricing.codes.flatMap((code) => (code.applied ? [code.code] : [])),
    ...amounts(order, currency),
    shippingAddress: order.shippingRateId === null ? null : addressView(order),
    lineItems: (page: PageArguments) => connection(lines, page),
    fulfillments: ({ first }: { first?: number }) => fulfillmentViews(order, lines).slice(0, first),
    refunds: ({ first }: { first?: number }) =>
      order.refunds.slice(0, first).map((refund) => refundView(order, refund, lines, currency)),
  };
}

function financialStatus(order: ShopOrder): string {
  if (order.paidAt === null) return order.canceledAt === null ? 'PENDING' : 'VOIDED';
  if (isGivenBack(order) || moneyLeft(order) === 0) return 'REFUNDED';
  return order.refunds.length > 0 ? 'PARTIALLY_REFUNDED' : 'PAID';
}

function fulfillmentStatus(order: ShopOrder): string {
  if (order.parcels.length === 0) return 'UNFULFILLED';
  return order.shippedAt !== null ? 'FULFILLED' : 'PARTIALLY_FULFILLED';
}

/** Status page address, whose key grants access to the order. */
function statusPageUrl(shop: ShopState, order: ShopOrder): string {
  return `${shop.origin}/orders/${checkoutToken(order)}/authenticate?key=${statusKey(order)}`;
}

export function statusKey(order: ShopOrder): string {
  return hash('sha256', `status page of ${order.cartKey}`).slice(0, 32);
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

/** `total…` as bought, `current…` after refunds. */
function amounts(order: ShopOrder, currency: string) {
  const { pricing } = order;
  const bag = (amount: number) => {
    const money = moneyV2(amount, currency);
    return { presentmentMoney: money, shopMoney: money };
  };
  const now = (amount: number) => bag(isGivenBack(order) ? 0 : amount);
  const refunded = pricing.total - moneyLeft(order);
  const offShipping = shippingDiscount(order);
  const goods = pricing.subtotal - (pricing.discount - offShipping);
  const shipping = pricing.shipping ?? 0;
  return {
    subtotalPriceSet: bag(goods),
    totalTaxSet: bag(pricing.tax),
    totalShippingPriceSet: bag(shipping),
    totalDiscountsSet: bag(pricing.discount),
    totalPriceSet: bag(pricing.total),
    totalRefundedSet: bag(refunded),
    currentSubtotalPriceSet: now(goods),
    currentTotalTaxSet: now(pricing.tax),
    currentShippingPriceSet: now(shipping - offShipping),
    currentTotalDiscountsSet: now(pricing.discount),
    currentTotalPriceSet: bag(pricing.total - refunded),
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
  const allocations = [...automatic, ...codes.filter((code) => code.applied)]
    .map(({ perLine }) => perLine[index] ?? 0)
    .filter((amount) => amount > 0);
  const off = allocations.reduce((sum, amount) => sum + amount, 0);
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
    currentQuantity: remaining(order)[index] ?? 0,
    requiresShipping: needsSending(shop, line.productId),
    discountAllocations: allocations.map((amount) => ({ allocatedAmountSet: bag(amount) })),
    taxLines: () => [{ title: 'Tax', priceSet: bag(taxOfLine(order, index)) }],
    originalUnitPriceSet: bag(line.price),
    discountedUnitPriceAfterAllDiscountsSet: bag(line.price - Math.round(off / line.quantity)),
    variant: stillThere
      ? { id: gid('ProductVariant', line.variantId), title: line.variantTitle ?? 'Default Title' }
      : null,
  };
}

/** Cut from the running sum, so that line taxes add up to the order's. */
function taxOfLine({ lines, pricing }: ShopOrder, index: number): number {
  const all = [...pricing.automatic, ...pricing.codes.filter((code) => code.applied)];
  const paid = lines.map(({ price, quantity }, place) =>
    all.reduce((left, { perLine }) => left - (perLine[place] ?? 0), price * quantity),
  );
  const goods = paid.reduce((sum, amount) => sum + amount, 0);
  const upTo = (end: number) => {
    const before = paid.slice(0, end).reduce((sum, amount) => sum + amount, 0);
    return goods === 0 ? 0 : Math.round((before / goods) * pricing.tax);
  };
  return upTo(index + 1) - upTo(index);
}

type LineViews = readonly ReturnType<typeof lineItemView>[];

function needsSending(shop: ShopState, productId: number): boolean {
  const product = shop.products.find(({ id }) => id === productId);
  return product === undefined || requiresShipping(product);
}

function fulfillmentViews(order: ShopOrder, lines: LineViews) {
  return order.parcels.map(({ id, at, deliveredAt, pieces, tracking }) => ({
    id: gid('Fulfillment', id),
    status: 'SUCCESS',
    displayStatus: deliveredAt === null ? 'IN_TRANSIT' : 'DELIVERED',
    createdAt: at,
    updatedAt: deliveredAt ?? at,
    inTransitAt: at,
    deliveredAt,
    estimatedDeliveryAt: null,
    trackingInfo: [{ company: tracking.carrier, number: tracking.number, url: tracking.url }],
    fulfillmentLineItems: (page: PageArguments) => connection(piecesView(pieces, lines), page),
  }));
}

function refundView(order: ShopOrder, refund: ShopRefund, lines: LineViews, currency: string) {
  const money = moneyV2(refund.amount, currency);
  const restockType = order.parcels.length > 0 ? 'RETURN' : 'CANCEL';
  return {
    id: gid('Refund', refund.id),
    createdAt: refund.at,
    processedAt: refund.at,
    note: null,
    totalRefundedSet: { presentmentMoney: money, shopMoney: money },
    refundLineItems: (page: PageArguments) =>
      connection(
        piecesView(refund.pieces, lines).map((each) => ({ ...each, restockType })),
        page,
      ),
  };
}

function piecesView(pieces: readonly number[], lines: LineViews) {
  return pieces.flatMap((quantity, index) => {
    const lineItem = lines[index];
    return quantity > 0 && lineItem ? [{ quantity, lineItem }] : [];
  });
}
