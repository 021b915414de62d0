import type { ShopOrder } from '../shop/orders.ts';
import { webhookView } from './admin-webhooks.ts';
import { connection, type PageArguments } from './connection.ts';
import { gid, numberIn } from './gid.ts';
import { isSince, searchOrders } from './order-search.ts';
import { orderView } from './order-view.ts';
import type { ShopState } from './shop-state.ts';
import { adminShopView, requireAdminScope, versionViews } from './shop-view.ts';

interface OrderArguments extends PageArguments {
  query?: string | null;
  reverse?: boolean | null;
}

interface WebhookArguments extends PageArguments {
  topics?: string[] | null;
  uri?: string | null;
}

/** The fields of the Admin API's `QueryRoot`. */
export function adminQuery(shop: ShopState) {
  const order = ({ id }: { id: string }) => {
    requireAdminScope(shop, 'order', 'read_orders');
    const order = shop.orders.find(numberIn('Order', id) ?? 0);
    return order ? orderView(shop, order) : null;
  };
  return {
    order,
    node: order,
    orders: (input: OrderArguments) => {
      requireAdminScope(shop, 'orders', 'read_orders');
      const matches = searchOrders(shownOrders(shop), input.query ?? '');
      const views = matches.map((each) => orderView(shop, each));
      return connection(input.reverse ? views.toReversed() : views, input);
    },
    products: (input: OrderArguments) => {
      requireAdminScope(shop, 'products', 'read_products');
      return connection(changedProducts(shop, input), input);
    },
    shop: () => adminShopView(shop),
    currentAppInstallation: () => ({
      id: gid('AppInstallation', 1),
      accessScopes: shop.scopes.admin.map((handle) => ({ handle, description: handle.replaceAll('_', ' ') })),
    }),
    publicApiVersions: versionViews,
    webhookSubscriptions: (input: WebhookArguments) => {
      const { topics, uri } = input;
      const subscriptions = shop.webhooks
        .all()
        .filter((each) => (!topics || topics.includes(each.topic)) && (!uri || each.uri === uri));
      return connection(subscriptions.map(webhookView), input);
    },
  };
}

const HISTORY_MS = 60 * 24 * 60 * 60_000;

/** Without `read_all_orders` lists end sixty days ago. */
function shownOrders(shop: ShopState): ShopOrder[] {
  if (shop.scopes.admin.includes('read_all_orders')) return shop.orders.all();
  return shop.orders.all().filter(({ createdAt }) => Date.parse(createdAt) > Date.now() - HISTORY_MS);
}

/** Includes drafts, sorted by last change. Supports only the filter `updated_at`. */
function changedProducts(shop: ShopState, { query, reverse }: OrderArguments) {
  const [, , since] = /updated_at:(')?(>=[^' ]+|>='[^']+)/.exec(query ?? '') ?? [];
  const views = shop.products
    .map((product) => ({
      __typename: 'Product',
      id: gid('Product', product.id),
      updatedAt: shop.news.modifiedAt(product) ?? FIRST_UPDATED_AT,
    }))
    .filter(({ updatedAt }) => !since || isSince(updatedAt, since.replaceAll("'", '')))
    .toSorted((one, other) => (one.updatedAt < other.updatedAt ? -1 : 1));
  return reverse ? views.toReversed() : views;
}

const FIRST_UPDATED_AT = '2026-11-01T09:30:00Z';
