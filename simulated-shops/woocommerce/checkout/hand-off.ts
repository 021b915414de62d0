import { createHmac, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { findChosenVariation, toPostId } from '../goods/open-choices.ts';
import { findProduct, fullTitle, isSimple, onlyVariant } from '../goods/posts.ts';
import { deadLinkPage, missingGoodsPage, replaceQuestionPage } from '../pages/buyer-pages.ts';
import type { Site } from '../site.ts';
import { checkItems } from './cart-items.ts';
import type { Cart, Carts } from './carts.ts';
import { emptyCart, type Visitor, type Visitors } from './visitors.ts';

const NONCES = randomBytes(32);

export interface HandedOver {
  cart: Cart;
  visitor: Visitor;
}

/**
 * Brings the agent's cart into the visitor's session. Undefined when another page was sent: that the link is dead, the question
 * whether to replace the visitor's cart, or which goods are missing.
 */
export function handOver(
  { site, carts, visitors }: { site: Site; carts: Carts; visitors: Visitors },
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
): HandedOver | undefined {
  const cart = carts.ofToken(token);
  const visitor = visitors.welcome(request, reply);
  if (!cart || cart.items.length === 0) {
    sendDeadLink(reply, visitor, cart);
    return undefined;
  }
  if (wouldReplace(visitor, cart) && answerOf(request) !== nonceOf(visitor, cart)) {
    reply.type('text/html').send(
      replaceQuestionPage({
        yours: titles(site, visitor.items),
        next: titles(site, cart.items),
        action: `/checkout/?ucp_cart=${cart.token}`,
        nonce: nonceOf(visitor, cart),
      }),
    );
    return undefined;
  }
  const isOpened = request.method === 'GET' && tokenOf(request) !== undefined;
  if (isOpened || visitor.cartId !== cart.id) visitor.items = [...cart.items];
  visitor.cartId = cart.id;
  return isOpened && lacksGoods(site, visitor, reply) ? undefined : { cart, visitor };
}

function sendDeadLink(reply: FastifyReply, visitor: Visitor, cart: Cart | undefined): void {
  if (cart && visitor.cartId === cart.id) emptyCart(visitor);
  const [status, title] = cart
    ? [410, 'Your assistant has canceled this order']
    : [404, 'This order link is wrong, or too old'];
  reply.code(status).type('text/html').send(deadLinkPage(title));
}

/** Leaves what is still sold in the visitor's cart, and sends a page that names the rest. False when nothing is missing. */
function lacksGoods(site: Site, visitor: Visitor, reply: FastifyReply): boolean {
  const missing = visitor.items.filter((item) => 'refusals' in checkItems(site, [item]));
  if (missing.length === 0) return false;
  visitor.items = visitor.items.filter((item) => !missing.includes(item));
  reply
    .code(visitor.items.length > 0 ? 200 : 410)
    .type('text/html')
    .send(missingGoodsPage(titles(site, missing), titles(site, visitor.items)));
  return true;
}

/** Token in the address of the page. */
export function tokenOf(request: FastifyRequest): string | undefined {
  const { ucp_cart: token } = request.query as Record<string, unknown>;
  return typeof token === 'string' ? token : undefined;
}

/** True when the visitor has agreed to replace their cart. */
export function isAnswer(request: FastifyRequest): boolean {
  return answerOf(request) !== undefined;
}

function wouldReplace(visitor: Visitor, cart: Cart): boolean {
  return visitor.items.length > 0 && visitor.cartId !== cart.id;
}

function answerOf({ body }: FastifyRequest): unknown {
  return typeof body === 'object' && body !== null && 'ucp_host_replace' in body
    ? body.ucp_host_replace
    : undefined;
}

/** Bound to this visitor and cart, like WordPress's nonces. */
function nonceOf(visitor: Visitor, cart: Cart): string {
  return createHmac('sha256', NONCES).update(`${visitor.id} ${cart.id}`).digest('hex').slice(0, 10);
}

export function titles(site: Site, items: Cart['items']): string[] {
  return items.map(({ id, quantity }) => {
    const product = findProduct(site.products, toPostId(id));
    const variation =
      product && isSimple(product)
        ? { product, variant: onlyVariant(product) }
        : findChosenVariation(site, id);
    return `${variation ? fullTitle(variation) : (product?.title ?? `#${id}`)} × ${quantity}`;
  });
}
