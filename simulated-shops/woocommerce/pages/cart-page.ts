import type { FastifyInstance } from 'fastify';
import { html, page } from '../../shop/page-layout.ts';
import { checkItems } from '../checkout/cart-items.ts';
import { titles } from '../checkout/hand-off.ts';
import type { Visitor, Visitors } from '../checkout/visitors.ts';
import type { Site } from '../site.ts';

/** Visitor's cart: `/?add-to-cart=<id>&quantity=<n>` fills it, `/cart/` shows it with pending messages. */
export function addCartPage(app: FastifyInstance, site: Site, visitors: Visitors): void {
  app.get('/cart', (request, reply) => {
    const visitor = visitors.known(request);
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
  const wanted = [...visitor.items.filter(({ id }) => id !== item.id), item];
  const checked = checkItems(site, wanted);
  if ('refusals' in checked) visitor.messages.push(...checked.refusals.map(({ message }) => message));
  else visitor.items = wanted;
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
