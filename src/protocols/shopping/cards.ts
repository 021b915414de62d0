import { MAX_NAME_LENGTH } from '../../commerce/product/product-limits.ts';
import { escapeHtml } from '../../commerce/text/escaped-html.ts';
import type { StoreContext } from '../../operations/call/store-context.ts';
import { findPictureOrigins } from '../../operations/catalog/picture-origins.ts';
import type { Card } from '../protocol.ts';
import { toShopTitle } from '../texts.ts';

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

export function buildCards(context: StoreContext): Card[] {
  const { store } = context;
  return Object.entries(CARDS).map(([card, { title, tools }]) => ({
    uri: `ui://${store.slug}/${card}`,
    title,
    tools,
    pictureOrigins: () => findPictureOrigins(context),
    fill(document, origins) {
      const shop = { card, name: toShopTitle(store, MAX_NAME_LENGTH), ...store.description.brand };
      // A script element ends at any "</script": no "<" may be left.
      const data = JSON.stringify(shop).replaceAll('<', String.raw`\u003c`);
      const head = `${buildPolicy(origins)}<script type="application/json" id="shop">${data}</script>`;
      return document.replace(PLACE, () => head);
    },
  }));
}

/** Content security policy of the document itself; the host adds its own. */
function buildPolicy(origins: readonly string[]): string {
  const inline = "'self' 'unsafe-inline'";
  const policy = `default-src 'none'; script-src ${inline}; style-src ${inline}; img-src ${['data:', ...origins].join(' ')}; base-uri 'none'; form-action 'none'`;
  return `<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">`;
}
