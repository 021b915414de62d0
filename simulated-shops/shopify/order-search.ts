import type { ShopOrder } from '../shop/orders.ts';
import { checkoutToken, orderName } from './order-view.ts';

type Filter = (order: ShopOrder, value: string) => boolean;

const FILTERS: Readonly<Record<string, Filter>> = {
  cart_token: (order, value) => order.cartKey === value,
  checkout_token: (order, value) => checkoutToken(order) === value,
  tag: (order, value) => order.tags.some((tag) => tag.toLowerCase() === value.toLowerCase()),
  name: (order, value) => orderName(order) === value || orderName(order) === `#${value}`,
  email: (order, value) => order.buyer.email.toLowerCase() === value.toLowerCase(),
  id: (order, value) => String(order.id) === value,
  updated_at: (order, value) => isSince(order.updatedAt, value),
  created_at: (order, value) =>
    value.startsWith('<')
      ? Date.parse(order.createdAt) < Date.parse(value.slice(1))
      : isSince(order.createdAt, value),
};

/** `>=2026-11-22T05:00:00Z`; anything else finds nothing here. */
export function isSince(updatedAt: string, value: string): boolean {
  return value.startsWith('>=') && Date.parse(updatedAt) >= Date.parse(value.slice(2));
}

/** `cart_token:'abc' tag:x`: all terms must hold. An unknown filter is ignored with everything found, as the real one does. */
export function searchOrders(orders: readonly ShopOrder[], query: string): ShopOrder[] {
  const terms = [...query.matchAll(/(\w+):((?:>=|<)?)(?:'([^']*)'|"([^"]*)"|(\S+))/g)];
  return orders.filter((order) =>
    terms.every(([, name = '', comparison = '', single, double, bare]) => {
      const filter = FILTERS[name];
      return filter === undefined || filter(order, comparison + (single ?? double ?? bare ?? ''));
    }),
  );
}
