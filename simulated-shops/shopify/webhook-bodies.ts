import { toDecimal } from '../../src/commerce/money/money.ts';
import type { Buyer, ShopOrder } from '../shop/orders.ts';
import type { ShopProduct } from '../shop/types.ts';
import type { Cart } from './cart-store.ts';
import { gid } from './gid.ts';
import { checkoutToken, orderName } from './order-view.ts';
import type { ShopState } from './shop-state.ts';

/** REST-shaped bodies with the identifying members and the state. */
export function orderBody(shop: ShopState, order: ShopOrder) {
  const givenBack = order.canceledAt !== null || order.refundedAt !== null;
  return {
    id: order.id,
    admin_graphql_api_id: gid('Order', order.id),
    name: orderName(order),
    email: order.buyer.email,
    currency: shop.settings.currency,
    total_price: toDecimal(order.pricing.total, shop.settings.currency),
    cart_token: order.cartKey,
    checkout_token: checkoutToken(order),
    created_at: order.createdAt,
    updated_at: order.updatedAt,
    cancelled_at: order.canceledAt,
    financial_status: givenBack ? 'refunded' : 'paid',
    fulfillment_status: order.shippedAt === null ? null : 'fulfilled',
    tags: order.tags.join(', '),
    note_attributes: order.attributes.map(({ key, value }) => ({ name: key, value })),
    line_items: order.lines.map((line) => ({
      title: line.title,
      quantity: line.quantity,
      product_id: line.productId,
      variant_id: line.variantId,
      sku: line.sku,
    })),
  };
}

/** Checkout of a cart, which has what the buyer has typed so far. */
export interface OpenCheckout {
  id: number;
  cart: Cart;
  typed: Partial<Pick<Buyer, 'email' | 'line1' | 'city' | 'postalCode' | 'country'>>;
  createdAt: string;
  completedAt: string | null;
}

export function checkoutBody(shop: ShopState, { id, cart, typed, createdAt, completedAt }: OpenCheckout) {
  const { line1: address1 = null, city = null, postalCode: zip = null, country = null } = typed;
  return {
    id,
    token: cart.token,
    cart_token: cart.token,
    email: typed.email ?? cart.buyer.email,
    gateway: null,
    currency: shop.settings.currency,
    created_at: createdAt,
    updated_at: new Date().toISOString(),
    completed_at: completedAt,
    note_attributes: cart.attributes.map(({ key, value }) => ({ name: key, value })),
    shipping_address: address1 === null ? null : { address1, city, zip, country_code: country },
  };
}

/** Separate body that names its order by number only. */
export function refundBody(shop: ShopState, order: ShopOrder) {
  return {
    id: order.id * 10 + 1,
    admin_graphql_api_id: gid('Refund', order.id * 10 + 1),
    order_id: order.id,
    created_at: order.refundedAt ?? order.canceledAt,
    note: null,
    transactions: [
      { kind: 'refund', status: 'success', amount: toDecimal(order.pricing.total, shop.settings.currency) },
    ],
  };
}

export function fulfillmentBody(order: ShopOrder) {
  const parcel = order.parcels.at(-1);
  return {
    id: parcel?.id ?? 0,
    admin_graphql_api_id: gid('Fulfillment', parcel?.id ?? 0),
    order_id: order.id,
    status: 'success',
    shipment_status: order.deliveredAt === null ? null : 'delivered',
    created_at: parcel?.at ?? null,
    updated_at: order.updatedAt,
    tracking_company: parcel?.tracking.carrier ?? null,
    tracking_number: parcel?.tracking.number ?? null,
    tracking_url: parcel?.tracking.url ?? null,
  };
}

export function productBody(product: ShopProduct) {
  return {
    id: product.id,
    admin_graphql_api_id: gid('Product', product.id),
    title: product.title,
    handle: product.handle,
    body_html: product.descriptionHtml,
    status: product.published ? 'active' : 'draft',
    tags: product.tags.join(', '),
    updated_at: new Date().toISOString(),
    variants: product.variants.map((variant) => ({
      id: variant.id,
      admin_graphql_api_id: gid('ProductVariant', variant.id),
      sku: variant.sku,
      price: variant.price,
      inventory_quantity: variant.stock ?? 0,
    })),
  };
}
