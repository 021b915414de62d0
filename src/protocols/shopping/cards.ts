import { escapedHtml } from '../../commerce/escaped-html.ts';
import { nameOf, type Store } from '../../commerce/store.ts';
import { visibleText } from '../../commerce/visible-text.ts';
import type { StoreContext } from '../../operations/store-context.ts';
import type { Card } from '../protocol.ts';

/** Cards by their names in the built document. */
const CARDS = {
  results: { title: 'Search results', tools: ['search_products'] },
  product: { title: 'Product', tools: ['get_product'] },
  cart: { title: 'Cart', tools: ['create_cart', 'get_cart', 'update_cart'] },
  checkout: {
    title: 'Checkout',
    tools: ['create_checkout', 'get_checkout', 'update_checkout', 'complete_checkout', 'cancel_checkout'],
  },
} as const;

/** Place in the built document for what differs between stores. */
const PLACE = '<!--shop-->';

export function cardsOf({ store }: StoreContext): Card[] {
  const pictureOrigins = pictureOriginsOf(store);
  return Object.entries(CARDS).map(([card, { title, tools }]) => ({
    uri: `ui://${store.slug}/${card}`,
    title,
    tools,
    pictureOrigins,
    fill(document) {
      const shop = { card, name: visibleText(nameOf(store)) };
      // A script element ends at any "</script": no "<" may be left.
      const data = JSON.stringify(shop).replaceAll('<', String.raw`\u003c`);
      const head = `${policyOf(pictureOrigins)}<script type="application/json" id="shop">${data}</script>`;
      return document.replace(PLACE, () => head);
    },
  }));
}

/** Content security policy of the document itself; that of the host comes on top. */
function policyOf(origins: readonly string[]): string {
  const inline = "'self' 'unsafe-inline'";
  const policy = `default-src 'none'; script-src ${inline}; style-src ${inline}; img-src ${['data:', ...origins].join(' ')}; base-uri 'none'; form-action 'none'`;
  return `<meta http-equiv="Content-Security-Policy" content="${escapedHtml(policy)}">`;
}

/** Hosts of the shop's pages, from which WooCommerce serves pictures too; Shopify serves them from a host for all shops. */
function pictureOriginsOf({ platform, sandbox, description }: Store): string[] {
  const scheme = sandbox ? 'http' : 'https';
  const own = description.hosts.map((host) => `${scheme}://${host}`);
  return platform === 'shopify' && !sandbox ? ['https://cdn.shopify.com', ...own] : own;
}
