import { toMinorUnits } from '../../commerce/money.ts';
import type { Product, ResolvedItem, Variant } from '../../commerce/products.ts';
import type { CatalogEntry, WooProduct, WooVariation } from './catalog-wire.ts';
import { productGid, readableSlug, variantGid } from './item-id.ts';
import { plainLine, plainText } from './plain-text.ts';

const MOST_VARIANTS = 100;

export function isVariable(product: WooProduct): boolean {
  return product.type.startsWith('variable');
}

export function toProduct(entry: CatalogEntry, currency: string): Product {
  const { product } = entry;
  const variants = toVariants(entry, currency);
  return {
    id: productGid(product.id),
    title: plainLine(product.name),
    description: plainText(product.description) || plainText(product.short_description),
    handle: readableSlug(product.slug),
    url: product.permalink,
    priceRange: priceRangeOf(entry, currency),
    variants: variants.slice(0, MOST_VARIANTS),
    media: product.images
      .filter((image) => URL.canParse(image.src))
      .map((image) => ({ url: image.src, alt: plainLine(image.alt ?? '') || null })),
    availability: variants.some((variant) => variant.available) ? 'in_stock' : 'out_of_stock',
    tags: product.categories.map((category) => plainLine(category.name)),
  };
}

/** What a cart line shall be made of: the given variation, or the first that can be bought. */
export function toResolvedItem(
  entry: CatalogEntry,
  currency: string,
  variation?: number,
): ResolvedItem | undefined {
  const variants = toVariants(entry, currency);
  const wanted = variation === undefined ? undefined : variantGid(variation);
  const chosen = wanted
    ? variants.find((variant) => variant.id === wanted)
    : (variants.find((variant) => variant.available) ?? variants[0]);
  if (!chosen) return undefined;
  const title = plainLine(entry.product.name);
  return {
    productId: productGid(entry.product.id),
    handle: readableSlug(entry.product.slug),
    variantId: chosen.id,
    title: chosen.title === title ? title : `${title} - ${chosen.title}`,
    available: chosen.available,
  };
}

function toVariants(entry: CatalogEntry, currency: string): Variant[] {
  const { product, variations } = entry;
  if (!isVariable(product)) return [ownVariant(product, currency)];
  return variations.map((variation) => toVariant(variation, product, currency));
}

/** A product without a choice is its own only variant. */
function ownVariant(product: WooProduct, currency: string): Variant {
  const price = priceOf(product, currency);
  const soldHere = product.type !== 'grouped' && product.type !== 'external';
  return {
    id: variantGid(product.id),
    title: plainLine(product.name),
    price: price ?? 0,
    currency,
    available: soldHere && price !== undefined && isForSale(product),
  };
}

function toVariant(variation: WooVariation, product: WooProduct, currency: string): Variant {
  const price = priceOf(variation, currency);
  const choices = product.attributes.filter((attribute) => attribute.variation).length;
  // The shop refuses a variation that leaves a choice open ("any size"), and a cart line has no word for the choice.
  const decided = variation.attributes.length >= choices;
  return {
    id: variantGid(variation.id),
    title: titleOf(variation, product),
    price: price ?? 0,
    currency,
    available: decided && price !== undefined && isForSale(variation),
  };
}

/** Read through its own address a variation's name leads with the product's: `Organic Cotton Tee - M, Red`. */
function titleOf(variation: WooVariation, product: WooProduct): string {
  const options = variation.attributes.map((attribute) => plainLine(attribute.option)).join(', ');
  const name = plainLine(variation.name);
  const title = plainLine(product.name);
  if (name === '' || name === title || name.startsWith(`${title} - `)) return options || title;
  return name;
}

/** `purchasable` stays true for what is out of stock; `onbackorder` can be bought. */
function isForSale(goods: { purchasable: boolean; stock_status: string }): boolean {
  return goods.purchasable && goods.stock_status !== 'outofstock';
}

/** Minor units; undefined when the merchant set no price, or an import left something that is none. */
function priceOf(goods: { price: string }, currency: string): number | undefined {
  if (goods.price === '') return undefined;
  try {
    return toMinorUnits(goods.price, currency);
  } catch {
    return undefined;
  }
}

function priceRangeOf(entry: CatalogEntry, currency: string): Product['priceRange'] {
  const prices = entry.priced.flatMap((goods) => priceOf(goods, currency) ?? []);
  if (prices.length === 0) return { min: 0, max: 0, currency };
  return { min: Math.min(...prices), max: Math.max(...prices), currency };
}
