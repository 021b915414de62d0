import type { FastifyInstance } from 'fastify';
import { html, page } from '../../shop/page-layout.ts';
import type { BuyerSteps } from '../checkout/buyer-steps.ts';
import { checkItems } from '../checkout/cart-items.ts';
import type { Carts } from '../checkout/carts.ts';
import { titles } from '../checkout/hand-off.ts';
import type { Visitor, Visitors } from '../checkout/visitors.ts';
import type { Site } from '../site.ts';

interface CartPage {
  site: Site;
  carts: Carts;
  visitors: Visitors;
  steps: BuyerSteps;
}

/**
 * Visitor's cart: `/?add-to-cart=<id>&quantity=<n>` fills it, `/cart/?remove_item=<id>` empties it, `/cart/` shows it with pending
 * messages.
 */
export function addCartPage(app: FastifyInstance, shop: CartPage): void {
  const { site, visitors } = shop;
  app.get<{ Querystring: { remove_item?: string } }>('/cart', (request, reply) => {
    const visitor = visitors.known(request);
    if (visitor && request.query.remove_item) removeItem(shop, visitor, Number(request.query.remove_item));
    return reply.type('text/html').send(cartPage(site, visitor));
  });
  app.addHook('preHandler', async (request, reply) => {
    const { 'add-to-cart': id, quantity = '1' } = request.query as Record<string, string | undefined>;
    if (request.method !== 'GET' || id === undefined || request.url.startsWith('/wp-json/')) return undefined;
    addToCart(site, visitors.welcome(request, reply), { id: Number(id), quantity: Number(quantity) });
    return reply.redirect('/cart/');
  });
}

function addToCart(site: Site, visitor: Visitor, item: Visitor['items'][number]): void {
  const items = [...visitor.items.filter(({ id }) => id !== item.id), item];
  const checked = checkItems(site, items);
  if ('refusals' in checked) visitor.messages.push(...checked.refusals.map(({ message }) => message));
  else visitor.items = items;
}

/** A visitor without the goods of an agent's cart has left its checkout. */
function removeItem({ carts, steps }: CartPage, visitor: Visitor, removed: number): void {
  visitor.items = visitor.items.filter(({ id }) => id !== removed);
  const cart = carts.find(visitor.cartId ?? '');
  if (!cart || cart.items.some(({ id }) => visitor.items.some((item) => item.id === id))) return;
  visitor.cartId = null;
  steps.reach(cart, 'left');
}

function cartPage(site: Site, visitor: Visitor | undefined): string {
  const messages = visitor?.messages.splice(0) ?? [];
  const lines = titles(site, visitor?.items ?? []);
  const body = html`${messages.map((notice) => html`<p class="problem" role="status">${notice}</p>`)}
<div class="card"><h1>${lines.length === 0 ? 'Your cart is currently empty!' : 'Cart'}</h1>
<ul class="lines">${lines.map((line) => html`<li>${line}</li>`)}</ul>
<p><a href="/">Back to the shop</a></p></div>`;
  return page({ title: 'Cart', shopName: site.settings.name, body });
}
