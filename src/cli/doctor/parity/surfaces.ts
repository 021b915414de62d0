import type { Gid, Product } from '../../../commerce/product/products.ts';
import { UCP_VERSIONS } from '../../../protocols/ucp/profile/versions.ts';
import { listFeeds } from './feeds.ts';
import { readProductPage } from './guest.ts';
import { type Reading, type Surface, toOffers } from './offers.ts';
import { PURCHASES, readCharged } from './purchases.ts';
import { readCatalog, type SurfaceContext, toToolRequest } from './read-answer.ts';

/** Every surface of a store: a new one is an entry here. */
export function listSurfaces(context: SurfaceContext): Surface[] {
  const { baseUrl, store } = context;
  const contract = `${baseUrl}/api/ucp/${store.slug}/catalog`;
  const official = `${baseUrl}/ucp/${store.slug}`;
  const callTool = (name: string, args: object, ids: Gid[], headers = {}) =>
    readCatalog(context, `${baseUrl}/mcp/${store.slug}`, toToolRequest(name, args, headers), ids);
  return [
    // First: answers of the others may renew the copy.
    ...listFeeds(context),
    createSurface('contract look-up', toWhole, (products) => {
      const ids = encodeURIComponent(products.map(({ id }) => id).join(','));
      return readCatalog(context, `${contract}/lookup?ids=${ids}`, {}, toPriced(products));
    }),
    createSurface('contract search', toEach, ({ title }) =>
      readCatalog(context, `${contract}/search?q=${encodeURIComponent(title)}&first=10`, {}, []),
    ),
    ...UCP_VERSIONS.flatMap((version) => {
      const profile = `https://shopify.dev/ucp/agent-profiles/${version}/valid-with-capabilities.json`;
      const headers = { 'ucp-agent': `profile="${profile}"` };
      const meta = { 'ucp-agent': { profile } };
      return [
        createSurface(`official REST ${version}`, toVariantParts, (ids) =>
          readCatalog(context, `${official}/catalog/lookup`, { body: { ids }, headers }, ids),
        ),
        createSurface(`official MCP ${version}`, toVariantParts, (ids) => {
          const request = toToolRequest('lookup_catalog', { meta, catalog: { ids } });
          return readCatalog(context, `${official}/mcp`, request, ids);
        }),
      ];
    }),
    createSurface('shopping tool', toEach, ({ id }) => callTool('get_product', { id }, [id])),
    createSurface('product card', toEach, ({ id }) => callTool('get_product', { id }, [id], SHOWS_CARDS)),
    createSurface('results card', toEach, ({ title: query }) =>
      callTool('search_products', { query }, [], SHOWS_CARDS),
    ),
    ...PURCHASES.map((purchase) =>
      createSurface(purchase.name, toWhole, (products) => readCharged(context, purchase, products)),
    ),
    createSurface('shop’s product page', toPages, (product) => readProductPage(context, product)),
  ];
}

const SHOWS_CARDS = { 'mcp-session-id': 'shows-cards' };

/** Surface that is read in parts, a few at a time. */
function createSurface<Part>(
  name: string,
  split: (products: readonly Product[]) => readonly Part[],
  read: (part: Part) => Promise<Reading | Reading[]>,
): Surface {
  return {
    name,
    async read(products) {
      const parts = split(products);
      const readings: Reading[] = [];
      for (let from = 0; from < parts.length; from += AT_ONCE)
        readings.push(...(await Promise.all(parts.slice(from, from + AT_ONCE).map(read))).flat());
      return readings;
    },
  };
}

const AT_ONCE = 3;
const MAX_IDS = 100;

const toEach = (products: readonly Product[]) => products;
const toWhole = (products: readonly Product[]) => (products.length > 0 ? [products] : []);
const toPages = (products: readonly Product[]) =>
  products.filter((product) => product.url !== '' && toOffers(product).length > 1);

/** Ids of products and of their variants with a price; protocols leave others out. */
function toPriced(products: readonly Product[]): Gid[] {
  const ids = products.map((product) => toOffers(product).map(({ id }) => id));
  return ids.filter(({ length }) => length > 1).flat();
}

function toVariantParts(products: readonly Product[]): Gid[][] {
  const ids = products.flatMap((product) => toOffers(product).slice(1)).map(({ id }) => id);
  return Array.from({ length: Math.ceil(ids.length / MAX_IDS) }, (_, part) =>
    ids.slice(part * MAX_IDS, (part + 1) * MAX_IDS),
  );
}
