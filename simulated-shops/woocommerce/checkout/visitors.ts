import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CartCreateRequest } from '../../../src/store-platforms/woocommerce/connector-wire.ts';
import type { ShopOrder } from '../../shop/orders.ts';

/** Session of one browser. */
export interface Visitor {
  id: string;
  items: CartCreateRequest['items'];
  /** Agent's cart of origin; null for the visitor's own items. */
  cartId: string | null;
  /** Message for the next page only. */
  messages: string[];
  /** Draft or failed attempt of the block checkout in this browser. */
  begun: ShopOrder | null;
}

export interface Visitors {
  /** Undefined for a browser without a session. */
  known(request: FastifyRequest): Visitor | undefined;
  /** Starts a session. */
  welcome(request: FastifyRequest, reply: FastifyReply): Visitor;
}

const COOKIE = `wp_woocommerce_session_${createHash('md5').update('sandbox').digest('hex')}`;

export function createVisitors(): Visitors {
  const visitors = new Map<string, Visitor>();
  const visitorOf = (request: FastifyRequest) => visitors.get(cookieOf(request));
  return {
    known: visitorOf,
    welcome(request, reply) {
      const before = visitorOf(request);
      if (before) return before;
      const id = `t_${randomBytes(15).toString('hex')}`;
      const visitor: Visitor = { id, items: [], cartId: null, messages: [], begun: null };
      visitors.set(id, visitor);
      reply.header('set-cookie', `${COOKIE}=${id}; Path=/; HttpOnly; SameSite=Lax`);
      return visitor;
    },
  };
}

function cookieOf(request: FastifyRequest): string {
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='));
  return pairs.find(([name]) => name === COOKIE)?.[1] ?? '';
}

/** Empties the browser's cart, as after a purchase. */
export function emptyCart(visitor: Visitor): void {
  visitor.items = [];
  visitor.cartId = null;
  visitor.begun = null;
}
