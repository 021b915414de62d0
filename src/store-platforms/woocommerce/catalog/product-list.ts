import { z } from 'zod';
import { askCore, type Params } from '../client/core.ts';
import { type Ask, parseAnswer, type SiteAnswer } from '../client.ts';
import { CURRENCY_HEADER, categoryPaths, productVariations, shownPrices } from '../connector-wire.ts';
import { type CatalogEntry, wooProduct } from './wire.ts';

/** Product with the members that the connector adds. */
const listedProduct = wooProduct
  .extend(productVariations.partial().shape)
  .extend(shownPrices.partial().shape)
  .extend(categoryPaths.partial().shape);

export type ListedProduct = z.infer<typeof listedProduct> &
  Pick<CatalogEntry['product'], 'currency' | 'paths' | 'priceText'>;

const MAX_LISTED = 100;

/** Without `status=publish` the shop would list drafts and private products. */
export function askForProducts(ask: Ask, params: Params): Promise<SiteAnswer> {
  const additions = { ucp_host_variations: 1, ucp_host_prices: 1, ucp_host_categories: 1 };
  return askCore(ask, '/products', listedProduct, { ...params, status: 'publish', ...additions });
}

/** True when there is a further page. Without the header, a full page counts as having one. */
export function hasPageAfter(
  { headers, body }: SiteAnswer,
  { page, perPage }: { page: number; perPage: number },
): boolean {
  const pages = headers.get('x-wp-totalpages');
  if (pages !== null) return page < Number(pages);
  return Array.isArray(body) && body.length >= perPage;
}

/** Keeps public products; the request's filter is checked, since plugins can undo it. */
export function parsePublicProducts(answer: SiteAnswer): ListedProduct[] {
  const listed = parseAnswer(z.array(listedProduct), answer).slice(0, MAX_LISTED);
  const visible = listed
    .filter(({ status, post_password }) => status === 'publish' && post_password === '')
    .map((product) => ({
      ...withShownPrices(product),
      paths: product.ucp_host_categories,
      priceText: product.ucp_host_price_text,
    }));
  const currency = answer.headers.get(CURRENCY_HEADER)?.toUpperCase() ?? '';
  // Older connectors send no currency; the store's known one is then assumed.
  return /^[A-Z]{3}$/.test(currency) ? visible.map((product) => ({ ...product, currency })) : visible;
}

/** Replaces prices by those that guests see, which may differ in tax from those the merchant typed. */
function withShownPrices(product: ListedProduct): ListedProduct {
  const { ucp_host_price: shopPrice, ucp_host_list_price: list, ucp_host_variations: variations } = product;
  const prices = pickPrices(product, shopPrice, list);
  if (!variations) return { ...product, ...prices };
  const rows = variations.map((each) => ({
    ...each,
    ...pickPrices(each, each.shown_price, each.shown_list_price),
    priceText: each.price_text,
  }));
  return { ...product, ...prices, ucp_host_variations: rows };
}

/** A typed price before a sale is left out where the shown price differs from the typed one: their taxes may differ. */
function pickPrices(
  { price, regular_price }: Pick<ListedProduct, 'price' | 'regular_price'>,
  shopPrice = price,
  list = Number(shopPrice) === Number(price) ? regular_price : undefined,
) {
  return { price: shopPrice, regular_price: list };
}
