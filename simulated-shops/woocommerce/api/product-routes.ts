import type { ShopProduct } from '../../shop/types.ts';
import {
  categoriesToAdd,
  namedProducts,
  pricesToAdd,
  variationsToAdd,
} from '../connector/product-parameters.ts';
import { findProduct, findVariation, type Variation, variationsOf } from '../goods/posts.ts';
import { renderProduct, renderVariationAsProduct } from '../render/product.ts';
import { renderVariation, renderVariationAlone } from '../render/variation.ts';
import type { Site } from '../site.ts';
import { WordPressError } from '../wordpress-error.ts';
import type { ApiCall, ApiRoute } from './api-routes.ts';
import { chosenFields, PAGING, type Page, paged } from './listing.ts';
import { findProducts, findSkus, readProductFilters } from './product-filters.ts';
import { idList, readParams } from './query-params.ts';

export function productRoutes(site: Site): ApiRoute[] {
  return [
    {
      method: 'GET',
      path: '/products',
      permission: 'list',
      answer: (call) => listProducts(site, call),
    },
    {
      method: 'GET',
      path: '/products/:id',
      permission: 'view',
      answer: (call) => chosenFields(call, readProduct(site, call.id)),
    },
    {
      method: 'GET',
      path: '/products/:id/variations',
      permission: 'list',
      answer: (call) => listVariationsOf(site, call),
    },
    {
      method: 'GET',
      path: '/products/:id/variations/:childId',
      permission: 'view',
      answer: (call) => chosenFields(call, readVariation(site, call)),
    },
    {
      method: 'GET',
      path: '/variations',
      permission: 'list',
      answer: (call) => listVariations(site, call),
    },
  ];
}

/** WordPress's own list of products, by id. */
export function postRoutes(site: Site): ApiRoute[] {
  return [
    {
      method: 'GET',
      path: '/product',
      permission: 'public',
      answer: (call) => {
        const posts = site.products
          .filter(({ published }) => published)
          .sort((one, other) => one.id - other.id);
        return paged(site, call, posts, readParams<Page>(call.query, PAGING)).map(({ id, title }) =>
          chosenFields(call, { id, title: { rendered: title } }),
        );
      },
    },
  ];
}

function listProducts(site: Site, call: ApiCall): object[] {
  const filters = readProductFilters(call.query);
  if (site.withConnector) call.reply.header('X-Ucp-Host-Currency', site.settings.currency);
  const candidates = namedProducts(site, call);
  const matches =
    filters.sku.length > 0
      ? findSkus(site, filters.sku).filter(
          (each) => !candidates || ('title' in each && candidates.includes(each)),
        )
      : findProducts(site, filters, candidates);
  const page = paged(site, call, matches, filters);
  const added = [variationsToAdd(site, call, page), pricesToAdd(site, call), categoriesToAdd(site, call)];
  return page.map((each) =>
    chosenFields(call, Object.assign(renderEither(site, each), ...added.map((add) => add(each)))),
  );
}

function renderEither(site: Site, item: ShopProduct | Variation): object {
  if ('variant' in item) return renderVariationAsProduct(site, item);
  if (item.broken === 'error') throw new Error('A plugin fails at this product.');
  return item.broken === 'member'
    ? { ...renderProduct(site, item), permalink: null }
    : renderProduct(site, item);
}

function readProduct(site: Site, id: number): object {
  const item = findProduct(site.products, id) ?? findVariation(site.products, id);
  if (item === undefined) throw new WordPressError(404, 'woocommerce_rest_product_invalid_id', 'Invalid ID.');
  return renderEither(site, item);
}

interface VariationFilters extends Page {
  include: number[];
}

/** An unknown parent has an empty list, not a 404; disabled variations are listed. */
function listVariationsOf(site: Site, call: ApiCall): object[] {
  const parent = findProduct(site.products, call.id);
  const filters = readVariationFilters(call);
  const variations = newestFirst(parent === undefined ? [] : variationsOf(parent), filters);
  return paged(site, call, variations, filters).map((each) =>
    chosenFields(call, renderVariation(site, each)),
  );
}

/** Across all parents, in WooCommerce 10.3 and later. */
function listVariations(site: Site, call: ApiCall): object[] {
  const filters = readVariationFilters(call);
  const variations = newestFirst(site.products.flatMap(variationsOf), filters);
  return paged(site, call, variations, filters).map((each) =>
    chosenFields(call, renderVariationAlone(site, each)),
  );
}

function readVariationFilters(call: ApiCall): VariationFilters {
  return readParams<VariationFilters>(call.query, { ...PAGING, include: idList() });
}

function newestFirst(variations: Variation[], { include }: VariationFilters): Variation[] {
  const selection = variations.filter(({ variant }) => include.length === 0 || include.includes(variant.id));
  return selection.sort((a, b) => b.variant.id - a.variant.id);
}

function readVariation(site: Site, call: ApiCall): object {
  const variation = findVariation(site.products, call.childId);
  if (variation?.product.id !== call.id) {
    throw new WordPressError(404, 'woocommerce_rest_product_variation_invalid_id', 'Invalid ID.');
  }
  return renderVariation(site, variation);
}
