import { randomBytes } from 'node:crypto';
import type { CartCreateRequest } from '../../../src/store-platforms/woocommerce/connector-wire.ts';

/** Cart stored by the connector until the buyer pays it. */
export interface Cart {
  id: string;
  /** Secret in the checkout address, which allows paying. */
  token: string;
  sessionId: string | null;
  items: CartCreateRequest['items'];
  coupons: string[];
  buyer: CartCreateRequest['buyer'];
  destination: CartCreateRequest['destination'];
  shippingOption: string | undefined;
  /** True for the service's test of the checkout. */
  isCheck: boolean;
  /** The sentence with which the checkout has last refused it to its buyer; null when it took it. */
  refusal: string | null;
  /** The sentence of a plugin at the button of the block checkout; null when plugins let the order through. */
  orderRefusal: string | null;
  expiresAt: Date;
}

export interface Carts {
  find(id: string): Cart | undefined;
  ofToken(token: string): Cart | undefined;
  /** Creates a cart or replaces its content under the same token; omitted members stay. */
  put(request: CartCreateRequest): Cart;
  /** Deletes a cart by which the service has looked at the checkout. */
  discard(id: string): { cart_id: string };
  all(): Cart[];
  expire(): void;
}

/** Lifetime of a guest's session in WooCommerce: two days. */
const LIFETIME_MS = 48 * 60 * 60 * 1000;

/** `before`: carts of an earlier run, from JSON. */
export function createCarts(
  before: readonly (Omit<Cart, 'expiresAt'> & { expiresAt: string | Date })[] = [],
): Carts {
  const carts = new Map(before.map((cart) => [cart.id, { ...cart, expiresAt: new Date(cart.expiresAt) }]));
  const alive = (cart: Cart | undefined) => (cart && cart.expiresAt > new Date() ? cart : undefined);
  const find = (id: string) => alive(carts.get(id));
  return {
    find,
    ofToken: (token) => alive([...carts.values()].find((cart) => cart.token === token)),
    put(request) {
      const before = find(request.cart_id);
      const cart: Cart = {
        id: request.cart_id,
        token: before?.token ?? randomBytes(24).toString('base64url'),
        sessionId: request.session_id ?? before?.sessionId ?? null,
        items: request.items,
        isCheck: request.check ?? false,
        refusal: null,
        orderRefusal: null,
        coupons: request.coupons ?? before?.coupons ?? [],
        buyer: request.buyer ?? before?.buyer,
        ...('destination' in request
          ? { destination: request.destination, shippingOption: request.shipping_option }
          : { destination: before?.destination, shippingOption: before?.shippingOption }),
        expiresAt: new Date(Date.now() + LIFETIME_MS),
      };
      carts.set(cart.id, cart);
      return cart;
    },
    discard(id) {
      carts.delete(id);
      return { cart_id: id };
    },
    all: () => [...carts.values()],
    expire: () => carts.clear(),
  };
}
