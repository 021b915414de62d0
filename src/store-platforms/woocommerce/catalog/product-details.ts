import { PRODUCT_LIMITS } from '../../../commerce/product/product-limits.ts';
import type { Media, Product, ProductOption, Variant } from '../../../commerce/product/products.ts';
import type { TextConverter } from '../plain-text.ts';
import type { CatalogEntry, WooProduct, WooVariation } from './wire.ts';

type Line = TextConverter['convertLine'];

/** Bounds of conversion; more would be dropped later (`commerce/product/clean-product.ts`). */
const MAX_LISTED = 250;
const MAX_STARS = 5;

/** Members of a product beside its name and text; absent where the shop has none. */
export function toDetails({ product, variations }: CatalogEntry, line: Line): Partial<Product> {
  const keywords = (product.tags ?? []).slice(0, MAX_LISTED).map(({ name }) => line(name));
  const categories = toCategories(product, line);
  const brands = (product.brands ?? []).slice(0, PRODUCT_LIMITS.options);
  const brand = brands.map(({ name }) => line(name)).join(', ');
  const attributes = product.attributes.slice(0, PRODUCT_LIMITS.attributes);
  const hasVariations = variations.length > 0;
  const options = hasVariations ? attributes.filter(({ variation }) => variation).flatMap(toOption) : [];
  const others = attributes.filter(({ variation, visible }) => visible && !(variation && hasVariations));
  const properties = others.flatMap(toOption);
  return {
    ...(keywords.length > 0 ? { keywords } : {}),
    ...(categories.length > 0 ? { categories } : {}),
    ...(brand === '' ? {} : { brand }),
    ...(product.sku && hasVariations ? { sku: line(product.sku) } : {}),
    ...toRating(product),
    ...(options.length > 0 ? { options } : {}),
    ...(properties.length > 0 ? { attributes: properties } : {}),
  };

  function toOption({ name, options: values }: WooProduct['attributes'][number]): ProductOption[] {
    const option = { name: line(name), values: values.slice(0, MAX_LISTED).map(line) };
    return option.name !== '' && option.values.length > 0 ? [option] : [];
  }
}

/** Paths that begin no other path of the product; bare names without the connector. */
function toCategories({ paths, categories }: CatalogEntry['product'], line: Line): string[] {
  const categoryPaths = paths ?? categories.map(({ name }) => [name]);
  const lines = categoryPaths
    .slice(0, MAX_LISTED)
    .map((path) => path.slice(0, PRODUCT_LIMITS.options).map(line).join(' > '));
  return lines.filter((path) => path !== '' && !lines.some((other) => other.startsWith(`${path} > `)));
}

function toRating({ average_rating, rating_count: count = 0 }: WooProduct): Pick<Product, 'rating'> {
  const value = Number(average_rating);
  if (!(count > 0 && value > 0 && value <= MAX_STARS)) return {};
  return { rating: { value, min: 1, max: MAX_STARS, count } };
}

/** True when less than a whole piece is left, which only plugins sell. */
export function isLessThanOnePiece({ stock_status, stock_quantity }: WooProduct | WooVariation): boolean {
  const isPart = typeof stock_quantity === 'number' && stock_quantity > 0 && stock_quantity < 1;
  return isPart && stock_status === 'instock';
}

/** `onbackorder` is sold beyond the stock, which is then 0 or below. */
export function toStock(
  { stock_status, stock_quantity }: WooProduct | WooVariation,
  available: boolean,
): Pick<Variant, 'quantity' | 'backorder'> {
  if (available && stock_status === 'onbackorder') return { backorder: true };
  if (typeof stock_quantity !== 'number' || (available && stock_quantity < 1)) return {};
  return { quantity: Math.max(0, Math.floor(stock_quantity)) };
}

export function toChoice({ attributes, image }: WooVariation, line: Line, shownAbove: string | undefined) {
  const options = attributes
    .slice(0, PRODUCT_LIMITS.options)
    .map(({ name, option }) => ({ name: line(name), value: line(option) }))
    .filter(({ name }) => name !== '');
  const hasOwn = image && image.src !== shownAbove;
  return { ...(options.length > 0 ? { options } : {}), ...(hasOwn ? { image: toMedia(image, line) } : {}) };
}

export function toMedia({ src, alt }: WooProduct['images'][number], line: Line): Media {
  return { url: src, alt: line(alt ?? '') || null };
}
