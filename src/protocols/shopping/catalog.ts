import { z } from 'zod';
import { toMinorUnits } from '../../commerce/money/money.ts';
import { getCommonBasis, type NumberedItem } from '../../commerce/product/products.ts';
import { findProduct, searchProducts } from '../../operations/catalog/answer.ts';
import { readItemIds } from '../../operations/catalog/read-item-ids.ts';
import { lookupStats, searchStats } from '../call-stats.ts';
import { nameCursor } from '../naming-cursor.ts';
import { renderRelaxationText } from '../texts.ts';
import { productAnswer, searchAnswer } from './answers.ts';
import { createUnknownProductError } from './failures.ts';
import { createAmbiguousIdError } from './find-items.ts';
import { expandId } from './ids.ts';
import { toPictures } from './render-content.ts';
import { renderListed, renderProduct } from './render-products.ts';
import { cursor, limit, maxPrice, minPrice, productId, query, variantWords } from './requests.ts';
import { defineShoppingTool } from './tool.ts';

const NOTHING_FOUND = 'Nothing found. Search again with fewer or other words.';
const NOTHING_AT_PRICE =
  'Nothing found at this price. Search again with another price, or fewer or other words.';

/** Bounds in minor units; undefined without any. */
function toPriceFilter(min: number | undefined, max: number | undefined, currency: string) {
  if (min === undefined && max === undefined) return undefined;
  const toMinor = (price: number) => toMinorUnits(price.toFixed(4), currency);
  return {
    ...(min === undefined ? {} : { minPrice: toMinor(min) }),
    ...(max === undefined ? {} : { maxPrice: toMinor(max) }),
  };
}

const search = defineShoppingTool({
  name: 'search_products',
  description:
    'Search the store by words. Buy an id "v…" as it is, "p…" with options; options lists their values.',
  capability: 'catalog',
  route: 'GET /catalog/search',
  effect: 'readOnly',
  input: z.object({ query, min_price: minPrice, max_price: maxPrice, limit, cursor }),
  output: searchAnswer,
  async perform(context, { query, min_price, max_price, limit, cursor }) {
    const filter = toPriceFilter(min_price, max_price, context.store.description.currency);
    const search = { text: query, first: limit, after: cursor, ...(filter && { filter }) };
    const names = { cursor: 'cursor', limit: 'limit' };
    const page = await nameCursor(names, () => searchProducts(context, search));
    const { minPrice = 0, maxPrice = Number.POSITIVE_INFINITY } = filter ?? {};
    // The shop's own search knows no bounds.
    const products = page.products.filter(({ variants }) =>
      variants.some(({ price }) => price >= minPrice && price <= maxPrice),
    );
    const { pricesIncludeTax, pricedFor } = getCommonBasis(products);
    const body = {
      currency: products[0]?.priceRange.currency,
      prices_include_tax: pricesIncludeTax,
      priced_for: pricedFor,
      products: products.map(renderListed),
      cursor: (page.hasNextPage && page.endCursor) || undefined,
      relaxed: page.relaxation && renderRelaxationText(page.relaxation),
      as_of: page.asOf,
      copied_at: page.copy?.asOf,
      note: products.length === 0 ? (filter ? NOTHING_AT_PRICE : NOTHING_FOUND) : undefined,
    };
    return {
      body,
      callStats: searchStats(search, page.products, products),
      pictures: () => toPictures(body.products.map(({ id }, index) => [id, products[index]?.media[0]?.url])),
    };
  },
});

const product = defineShoppingTool({
  name: 'get_product',
  description:
    'One product in full: description, pictures, variants and which are sold out. A variant without price has that of the product.',
  capability: 'catalog',
  route: 'GET /catalog/lookup',
  effect: 'readOnly',
  input: z.object({ id: productId, variant: variantWords }),
  output: productAnswer,
  async perform(context, { id, variant }, { repairs }) {
    const full = expandId(context.store, id);
    const [{ ambiguity, by, number } = {}] = await readItemIds(context, [full]);
    if (ambiguity) throw createAmbiguousIdError(id, 'id', ambiguity);
    if (by) repairs.push(`id: read as a ${by}`);
    const product = number ? await readNumber(number) : await findProduct(context, full);
    if (!product) throw createUnknownProductError(id, 'id', 'not_found');
    return {
      body: { ...renderProduct(product, variant), as_of: product.asOf, copied_at: product.copy?.asOf },
      callStats: lookupStats,
    };

    async function readNumber({ productId, variantId }: NumberedItem) {
      repairs.push('id: number read as the id of a product or variant');
      return (await findProduct(context, productId)) ?? findProduct(context, variantId);
    }
  },
});

export const catalogTools = [search, product];
