import { createHmac, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { findProduct, findVariation, fullTitle, isSimple, onlyVariant } from '../goods/posts.ts';
import { replaceQuestionPage } from '../pages/replace-question.ts';
import type { Site } from '../site.ts';
import type { Cart, Carts } from './carts.ts';
import { emptyCart, type Visitor, type Visitors } from './visitors.ts';

const NONCES = randomBytes(32);
const EXPIRED = 'This order link has expired. Please ask your assistant for a new one.';

/**
 * Brings the agent's cart into the visitor's session. Undefined when another page was sent: the cart page, or the question
 * whether to replace the visitor's cart.
 */
export function handOver(
  { site, carts, visitors }: { site: Site; carts: Carts; visitors: Visitors },
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
): { cart: Cart; visitor: Visitor } | undefined {
  const cart = carts.ofToken(token);
  const visitor = visitors.welcome(request, reply);
  if (!cart || cart.items.length === 0) {
    if (cart && visitor.cartId === cart.id) emptyCart(visitor);
    visitor.messages.push(EXPIRED);
    reply.redirect('/cart/', 303);
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
  visitor.items = [...cart.items];
  visitor.cartId = cart.id;
  return { cart, visitor };
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
    const product = findProduct(site.products, id);
    const variation =
      product && isSimple(product)
        ? { product, variant: onlyVariant(product) }
        : findVariation(site.products, id);
    return `${variation ? fullTitle(variation) : (product?.title ?? `#${id}`)} × ${quantity}`;
  });
}
