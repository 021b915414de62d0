import { productVariations, shownPrices } from '../../../src/store-platforms/woocommerce/connector-wire.ts';
import { toReadableSlug } from '../../../src/store-platforms/woocommerce/items.ts';
import type { ShopProduct } from '../../shop/types.ts';
import type { ApiCall } from '../api/api-routes.ts';
import type { Query } from '../api/query-params.ts';
import { shownPrice } from '../checkout/rounding.ts';
import { categoryPaths } from '../goods/categories.ts';
import { isSimple, type Variation } from '../goods/posts.ts';
import { stockStatus } from '../goods/stock.ts';
import { priceFields, priceRange, productPriceFields, visibleVariations } from '../render/price.ts';
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
    return productVariations.parse({
      ucp_host_variations: variations.map((variation) => ({
        ...renderVariation(site, variation),
        ...(isShown ? shownPricesOf(site, variation) : {}),
      })),
      ucp_host_price_range:
        range && isShown
          ? { min: shownPrice(site, range.min, each), max: shownPrice(site, range.max, each) }
          : range,
    });
  };
}

function shownPricesOf(site: Site, variation: Variation) {
  const { price, regular_price } = priceFields(variation);
  const priceOf = (typed: string) => shownPrice(site, typed, variation.product);
  return { shown_price: priceOf(price), shown_list_price: priceOf(regular_price) };
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
    const { price, regular_price } = 'title' in each ? productPriceFields(site, each) : priceFields(each);
    const priceOf = (typed: string) => shownPrice(site, typed, 'title' in each ? each : each.product);
    return shownPrices.parse({
      ucp_host_price: priceOf(price),
      ucp_host_prices_include_tax: site.prices.showTax,
      ucp_host_list_price: priceOf(regular_price),
    });
  };
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
