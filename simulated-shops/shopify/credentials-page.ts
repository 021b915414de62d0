import type { FastifyInstance } from 'fastify';
import { html, page } from '../shop/page-layout.ts';
import type { ShopState } from './shop-state.ts';

/** Page with what a merchant copies from Shopify, so that connecting a store can be tried without one. */
export function addCredentialsPage(app: FastifyInstance, shop: ShopState): void {
  app.get('/_sandbox/credentials', (_request, reply) => {
    const { tokens, domain, settings } = shop;
    const credentials: [string, string][] = [
      ['Shop domain', domain],
      ['Client id', tokens.clientId],
      ['Client secret', tokens.appSecret],
      ['Storefront private token', tokens.storefrontPrivate],
      ['Storefront public token', tokens.storefrontPublic],
      ['Admin API access token', tokens.admin],
      ['API secret key', tokens.appSecret],
    ];
    const body = html`<article class="card"><h1>Credentials of this simulated shop</h1>
<p>Copy them into the service’s console, under Add a store → Shopify. They open nothing but this shop.</p>
<table>${credentials.map(([name, value]) => html`<tr><th scope="row">${name}</th><td><code>${value}</code></td></tr>`)}</table></article>`;
    return reply
      .type('text/html; charset=utf-8')
      .send(page({ title: 'Credentials', shopName: settings.name, body }));
  });
}
