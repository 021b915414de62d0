import { randomBytes, randomUUID } from 'node:crypto';
import type { ShopProduct, ShopVariant } from '../shop/types.ts';
import { gid } from './gid.ts';

export interface CartLine {
  uuid: string;
  /** Snapshot of the product, which the line outlives. */
  product: ShopProduct;
  variant: ShopVariant;
  quantity: number;
  attributes: Attribute[];
}

export interface Attribute {
  key: string;
  value: string;
}

export interface CartAddress {
  uuid: string;
  selected: boolean;
  oneTimeUse: boolean;
  fields: AddressFields;
}

export interface AddressFields {
  address1?: string | null;
  address2?: string | null;
  city?: string | null;
  company?: string | null;
  countryCode?: string | null;
  firstName?: string | null;
  lastName?: string | null;
  phone?: string | null;
  provinceCode?: string | null;
  zip?: string | null;
}

export interface Cart {
  token: string;
  key: string;
  /** Newest first. */
  lines: CartLine[];
  /** As they were sent. */
  codes: string[];
  attributes: Attribute[];
  note: string | null;
  buyer: { email: string | null; phone: string | null; countryCode: string | null };
  addresses: CartAddress[];
  /** Delivery option that was selected for each parcel; none for the shop's own choice. */
  rateIds: string[];
  createdAt: string;
  updatedAt: string;
}

export interface CartStore {
  create(): Cart;
  /** Finds by cart GID; `keyed` is true when the id carried the cart's key. A wrong key finds nothing. */
  find(id: string): { cart: Cart; keyed: boolean } | undefined;
  /** Finds by the token of the checkout address. */
  open(token: string, key: string | undefined): Cart | undefined;
  remove(cart: Cart): void;
  /** Completes a cart: it is no longer found by id, but its address leads to the order. */
  sell(cart: Cart): void;
  wasSold(token: string, key: string | undefined): boolean;
  all(): Cart[];
  clear(): void;
}

export function createCartStore(before: readonly Cart[] = []): CartStore {
  const carts = new Map(before.map((cart) => [cart.token, cart]));
  const keysOfSold = new Map<string, string>();
  return {
    create() {
      const cart = emptyCart();
      carts.set(cart.token, cart);
      return cart;
    },
    find(id) {
      const [, token = '', key] = /^gid:\/\/shopify\/Cart\/([^?]+)(?:\?key=(.*))?$/.exec(id) ?? [];
      const cart = carts.get(token);
      if (!cart || (key !== undefined && key !== cart.key)) return undefined;
      return { cart, keyed: key !== undefined };
    },
    open(token, key) {
      const cart = carts.get(token);
      return cart && cart.key === key ? cart : undefined;
    },
    remove: (cart) => carts.delete(cart.token),
    sell(cart) {
      carts.delete(cart.token);
      keysOfSold.set(cart.token, cart.key);
    },
    wasSold: (token, key) => key !== undefined && keysOfSold.get(token) === key,
    all: () => [...carts.values()],
    clear: () => carts.clear(),
  };
}

export function cartGid(cart: Cart): string {
  return gid('Cart', `${cart.token}?key=${cart.key}`);
}

export function lineGid(cart: Cart, line: CartLine): string {
  return gid('CartLine', `${line.uuid}?cart=${cart.token}`);
}

function emptyCart(): Cart {
  const now = new Date().toISOString();
  return {
    token: `hW${randomBytes(24).toString('base64url').replaceAll(/[-_]/g, 'x')}`,
    key: randomBytes(16).toString('hex'),
    lines: [],
    codes: [],
    attributes: [],
    note: null,
    buyer: { email: null, phone: null, countryCode: null },
    addresses: [],
    rateIds: [],
    createdAt: now,
    updatedAt: now,
  };
}

/** Keeps the last attribute of each key. */
export function lastOfEachKey(attributes: readonly Attribute[]): Attribute[] {
  return [...new Map(attributes.map(({ key, value }) => [key, { key, value }])).values()];
}

export function newLine(
  goods: { product: ShopProduct; variant: ShopVariant },
  attributes: Attribute[],
): CartLine {
  return { uuid: randomUUID(), ...goods, quantity: 0, attributes };
}

export function newAddress(address: Omit<CartAddress, 'uuid'>): CartAddress {
  return { uuid: randomUUID(), ...address };
}
