import { productVariations, shownPrices } from '../../../src/store-platforms/woocommerce/connector-wire.ts';
import { toReadableSlug } from '../../../src/store-platforms/woocommerce/items.ts';
import type { ShopProduct } from '../../shop/types.ts';
import type { ApiCall } from '../api/api-routes.ts';
import type { Query } from '../api/query-params.ts';
import { shownPrice } from '../checkout/rounding.ts';
import { renderChoices } from '../goods/attributes.ts';
import { categoryPaths } from '../goods/categories.ts';
import { waysOf } from '../goods/open-choices.ts';
import { isSimple, onlyVariant, type Variation, variationTitle } from '../goods/posts.ts';
import { stockStatus } from '../goods/stock.ts';
import { priceFields, priceRange, productPriceFields, visibleVariations } from '../render/price.ts';
import { symbolOf } from '../render/price-html.ts';
import { renderVariation } from '../render/variation.ts';
import type { Site } from '../site.ts';

type Found = ShopProduct | Variation;

/**
 * Applies `ucp_host_items=14,57,slug:mug`; a published variation's number means its product. Without the connector the
 * parameter is ignored and everything listed.
 */
export function namedProducts(site: Site, call: ApiCall): ShopProduct[] | undefined {
  const names = namesIn(call.query);
  if (!site.withConnector || names === undefined) return undefined;
  call.reply.header('X-Ucp-Host-Items', '1');
  const numbers = new Set([...names].filter((name) => /^\d+$/.test(name)).map(Number));
  const namesSlugs = numbers.size < names.size;
  return site.products.filter(
    (product) =>
      numbers.has(product.id) ||
      (namesSlugs && names.has(`slug:${toReadableSlug(product.handle).toLowerCase()}`)) ||
      product.variants.some(({ id }) => numbers.has(id) && !site.traits.disabled.has(id)),
  );
}

function namesIn(query: Query): Set<string> | undefined {
  const value = query.ucp_host_items;
  if (value === undefined) return undefined;
  const names = [value].flat().flatMap((list) => list.split(','));
  return new Set(names.map((name) => toReadableSlug(name).toLowerCase()));
}

const MAX_OF_ONE = 100;
const MAX_OF_ALL = 1_000;

/** Members that `ucp_host_variations=1` adds to variable products. */
export function variationsToAdd(site: Site, call: ApiCall, page: readonly Found[]): (each: Found) => object {
  if (!site.withConnector || call.query.ucp_host_variations !== '1') return () => ({});
  const names = namesIn(call.query) ?? new Set();
  const limit = limitOf(page.filter(hasChoice).map((product) => visibleVariations(site, product).length));
  return (each) => {
    if (!hasChoice(each)) return {};
    const variations = preferred(site, visibleVariations(site, each), names, limit);
    // Parsing keeps only the wire's members.
    const range = priceRange(site, each);
    const isShown = asksForPrices(call);
    const hasRoom = countChosen(site, variations) <= MAX_OF_ONE;
    return productVariations.parse({
      ucp_host_variations: variations.map((variation) => ({
        ...renderVariation(site, variation),
        ...(isShown ? shownPricesOf(site, variation) : {}),
        ...(hasRoom ? choicesOf(site, variation) : {}),
      })),
      ucp_host_price_range:
        range && isShown
          ? { min: shownPrice(site, range.min, each), max: shownPrice(site, range.max, each) }
          : range,
    });
  };
}

function countChosen(site: Site, variations: readonly Variation[]): number {
  const counts = variations.map((variation) => Math.max(1, waysOf(site.traits, variation).length));
  return counts.reduce((sum, count) => sum + count, 0);
}

function choicesOf(site: Site, variation: Variation): object {
  const choices = waysOf(site.traits, variation).map(({ id, variation: goods }) => ({
    id,
    name: variationTitle(goods),
    attributes: renderChoices(goods),
  }));
  return choices.length > 0 ? { choices } : {};
}

function shownPricesOf(site: Site, variation: Variation) {
  const { price, listPrice, text } = pagePrice(site, variation);
  return {
    shown_price: price,
    shown_list_price: listPrice,
    sale: pageSale(site, variation),
    ...(text === undefined ? {} : { price_text: text }),
    ...(variation.variant.byPlugins?.sellsToMembers ? { purchasable: false } : {}),
  };
}

interface PagePrice {
  price: string;
  listPrice: string;
  text?: string | undefined;
}

/** Price as the page shows it to a guest. */
function pagePrice(site: Site, { product, variant }: Variation): PagePrice {
  const { hidesPrice, discountedPrice } = variant.byPlugins ?? {};
  if (hidesPrice) return { price: '', listPrice: '', text: 'Log in to see prices' };
  const { price, regular_price } = priceFields({ product, variant });
  const priceOf = (typed: string) => shownPrice(site, typed, product);
  return {
    price: priceOf(discountedPrice ?? price),
    listPrice: priceOf(regular_price),
    text: priceTextOf(site, { product, variant }),
  };
}

/** Sale with dates, at the price that the page will show. */
function pageSale(site: Site, { product, variant: { sale } }: Variation) {
  if (!sale) return null;
  const { price, from = null, until: to = null } = sale;
  return { price: shownPrice(site, price, product), from, to };
}

/** Text where a plugin writes more than the price, or sells parts of a piece. */
export function priceTextOf(site: Site, { product, variant }: Variation): string | undefined {
  const { priceSuffix, quantityStep } = variant.byPlugins ?? {};
  const price = `${symbolOf(site.settings).text}${shownPrice(site, variant.price, product)}`;
  const texts = [
    ...(priceSuffix === undefined ? [] : [price + priceSuffix]),
    ...(quantityStep === undefined
      ? []
      : [`Sold in steps of ${quantityStep}; agents order whole quantities.`]),
  ];
  return texts.length > 0 ? texts.join(' ') : undefined;
}

/** Member that `ucp_host_categories=1` adds to each product. */
export function categoriesToAdd(site: Site, { query }: ApiCall): (each: Found) => object {
  if (!site.withConnector || query.ucp_host_categories !== '1') return () => ({});
  return (each) => ({ ucp_host_categories: 'title' in each ? categoryPaths(each) : [] });
}

function asksForPrices({ query }: ApiCall): boolean {
  return query.ucp_host_prices === '1';
}

/** Members that `ucp_host_prices=1` adds to each product. */
export function pricesToAdd(site: Site, call: ApiCall): (each: Found) => object {
  if (!site.withConnector || !asksForPrices(call)) return () => ({});
  return (each) => {
    const { price, listPrice, text } = pagePriceOf(site, each);
    const goods = toGoods(each);
    const { sellsToMembers, hasOptionsOnPage } = goods?.variant.byPlugins ?? {};
    const members = shownPrices.parse({
      ucp_host_price: price,
      ucp_host_prices_include_tax: site.prices.showTax,
      ucp_host_list_price: listPrice,
      ucp_host_sale: goods ? pageSale(site, goods) : null,
      ...(text === undefined ? {} : { ucp_host_price_text: text }),
      ...(hasOptionsOnPage ? { ucp_host_choose_on_page: true } : {}),
    });
    return sellsToMembers ? { ...members, purchasable: false } : members;
  };
}

function pagePriceOf(site: Site, each: Found): PagePrice {
  const goods = toGoods(each);
  if (goods) return pagePrice(site, goods);
  const { price, regular_price } = 'title' in each ? productPriceFields(site, each) : priceFields(each);
  const priceOf = (typed: string) => shownPrice(site, typed, 'title' in each ? each : each.product);
  return { price: priceOf(price), listPrice: priceOf(regular_price) };
}

/** Goods of a row; undefined for a product with variations. */
function toGoods(each: Found): Variation | undefined {
  if (!('title' in each)) return each;
  return isSimple(each) ? { product: each, variant: onlyVariant(each) } : undefined;
}

function hasChoice(each: Found): each is ShopProduct {
  return 'title' in each && !isSimple(each);
}

/** Equal share per product when there are too many in all. */
function limitOf(counts: readonly number[]): number {
  const total = counts.reduce((sum, count) => sum + Math.min(count, MAX_OF_ONE), 0);
  return total <= MAX_OF_ALL ? MAX_OF_ONE : Math.floor(MAX_OF_ALL / counts.length);
}

/** Prefers named variations, then buyable ones; returned in the merchant's order. */
function preferred(
  site: Site,
  variations: readonly Variation[],
  names: ReadonlySet<string>,
  limit: number,
): Variation[] {
  const rank = (variation: Variation) => {
    if (names.has(String(variation.variant.id))) return 0;
    return variation.variant.price !== '' && stockStatus(site.traits, variation) !== 'outofstock' ? 1 : 2;
  };
  const exact = variations.filter((each) => rank(each) === 0).length;
  const selection = new Set(
    variations.toSorted((a, b) => rank(a) - rank(b)).slice(0, Math.max(limit, exact)),
  );
  return variations.filter((each) => selection.has(each));
}
