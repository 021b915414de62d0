import { isUuid } from '../commerce/text/uuid.ts';
import type { Endpoint, RawInput } from './endpoint.ts';

export interface Purchase {
  resource: 'carts' | 'checkout-sessions';
  id: string;
}

export type IsOpenPurchase = (slug: string, purchase: Purchase) => Promise<boolean>;

/** Returns the purchase that a call continues: the purchase in its path, or the cart that becomes a checkout. */
export function toPurchase(endpoint: Pick<Endpoint, 'route' | 'input'>, input: RawInput) {
  const [, resource, member = ''] = /^\w+ \/(carts|checkout-sessions)\/\{(\w+)\}/.exec(endpoint.route) ?? [];
  if (resource !== undefined) return buildPurchase(resource as Purchase['resource'], input[member]);
  return isMadeOfCart(endpoint) ? buildPurchase('carts', input.cart_id) : undefined;
}

/** True for an endpoint whose input may name the cart that it begins with. */
export function isMadeOfCart({ route, input }: Pick<Endpoint, 'route' | 'input'>): boolean {
  return route === 'POST /checkout-sessions' && 'cart_id' in input.shape;
}

function buildPurchase(resource: Purchase['resource'], id: unknown): Purchase | undefined {
  return typeof id === 'string' && isUuid(id) ? { resource, id } : undefined;
}
