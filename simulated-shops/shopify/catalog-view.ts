import { GraphQLError } from 'graphql';
import { compile } from 'html-to-text';
import { toMinorUnits } from '../../src/commerce/money/money.ts';
import { isAvailable, variantTitle } from '../shop/stock.ts';
import type { ShopImage, ShopProduct, ShopVariant } from '../shop/types.ts';
import type { StorefrontAccess } from './access.ts';
import { connection, type PageArguments } from './connection.ts';
import { gid } from './gid.ts';
import { moneyV2 } from './money-strings.ts';
import { categoryView, moneyOf, ratingMetafield, unitPriceView } from './product-details.ts';
import type { ShopState } from './shop-state.ts';

export interface StorefrontContext {
  access: StorefrontAccess;
}

const plainText = compile({ wordwrap: false, selectors: [{ selector: 'a', options: { ignoreHref: true } }] });

/** Products with this tag are sold by this channel but have no page in the online store. */
const NOT_IN_ONLINE_STORE = 'no-online-store';

/** Products with this tag need no shipping. */
const DIGITAL = 'digital';

export function requiresShipping(product: ShopProduct): boolean {
  return !product.tags.includes(DIGITAL);
}

/** A published product as a GraphQL source. */
export function productView(shop: ShopState, product: ShopProduct) {
  const variants = () => product.variants.map((variant) => variantView(shop, product, variant));
  return {
    __typename: 'Product',
    id: gid('Product', product.id),
    title: product.title,
    handle: product.handle,
    description: ({ truncateAt }: { truncateAt?: number }) => describe(product, truncateAt),
    descriptionHtml: product.descriptionHtml,
    onlineStoreUrl: product.tags.includes(NOT_IN_ONLINE_STORE)
      ? null
      : `${shop.origin}/products/${product.handle}`,
    availableForSale: product.variants.some(isAvailable),
    isGiftCard: false,
    requiresSellingPlan: product.isBySubscription === true,
    tags: (_args: unknown, context: StorefrontContext) => {
      requireScope(context, 'tags', 'unauthenticated_read_product_tags');
      return product.tags;
    },
    priceRange: priceRange(shop, product),
    vendor: product.brand ?? shop.settings.name,
    productType: product.categories?.[0]?.at(-1) ?? '',
    category: () => categoryView(product.categories?.[0] ?? []),
    metafield: (input: { key: string; namespace?: string | null }) => ratingMetafield(product, input),
    featuredImage: imageView(shop, product),
    media: (page: PageArguments) => connection(mediaViews(shop, product), page),
    options: ({ first }: { first?: number }) => optionViews(product).slice(0, first),
    variants: (page: PageArguments) => connection(variants(), page),
    variantsCount: { count: product.variants.length, precision: 'EXACT' },
    selectedOrFirstAvailableVariant: (input: {
      selectedOptions?: { name: string; value: string }[] | null;
    }) => {
      const variant = selectedOrFirst(product, input.selectedOptions ?? []);
      return variant ? variantView(shop, product, variant) : null;
    },
  };
}

/** A variant as a GraphQL source. Its `product` is null once that is unpublished or deleted, which the schema forbids. */
export function variantView(shop: ShopState, product: ShopProduct, snapshot: ShopVariant) {
  const variant = product.variants.find((each) => each.id === snapshot.id) ?? snapshot;
  const isForSale = isListed(shop, product) && product.variants.includes(variant);
  return {
    __typename: 'ProductVariant',
    id: gid('ProductVariant', variant.id),
    title: variantTitle(variant) ?? 'Default Title',
    sku: variant.sku,
    barcode: variant.barcode ?? null,
    price: moneyOf(shop, variant.price),
    compareAtPrice: variant.listPrice === undefined ? null : moneyOf(shop, variant.listPrice),
    ...unitPriceView(shop, variant),
    availableForSale: isForSale && isAvailable(variant),
    currentlyNotInStock: false,
    requiresShipping: requiresShipping(product),
    weight: (variant.grams ?? 0) / 1_000,
    weightUnit: 'KILOGRAMS',
    requiresComponents: false,
    quantityRule: { minimum: 1, maximum: product.maxPerOrder ?? null, increment: 1 },
    quantityAvailable: (_args: unknown, context: StorefrontContext) => {
      requireScope(context, 'quantityAvailable', 'unauthenticated_read_product_inventory');
      return variant.stock ?? 0;
    },
    selectedOptions: product.optionNames.map((name, index) => ({
      name,
      value: variant.options[index] ?? '',
    })),
    image: variant.image ? pictureView(shop, variant.image, variant.id) : imageView(shop, product),
    product: () => (isListed(shop, product) ? productView(shop, product) : null),
  };
}

export function isListed(shop: ShopState, product: ShopProduct): boolean {
  return product.published && shop.products.includes(product);
}

/** Throws the Storefront API's own refusal. */
export function requireScope(context: StorefrontContext, field: string, scope: string): void {
  if (context.access.scopes.includes(scope)) return;
  throw new GraphQLError(`Access denied for ${field} field. Required access: \`${scope}\` access scope.`, {
    extensions: { code: 'ACCESS_DENIED', requiredAccess: `\`${scope}\` access scope.` },
  });
}

function describe(product: ShopProduct, truncateAt: number | undefined): string {
  const text = plainText(product.descriptionHtml).replace(/\s+/g, ' ').trim();
  return truncateAt !== undefined && text.length > truncateAt ? `${text.slice(0, truncateAt - 3)}...` : text;
}

function priceRange(shop: ShopState, product: ShopProduct) {
  const { currency } = shop.settings;
  const prices = product.variants.map((variant) => toMinorUnits(variant.price, currency));
  return {
    minVariantPrice: moneyV2(Math.min(...prices), currency),
    maxVariantPrice: moneyV2(Math.max(...prices), currency),
  };
}

function imageView(shop: ShopState, product: ShopProduct, index = 0) {
  const image = product.images[index];
  return image ? pictureView(shop, image, product.id + index) : null;
}

function pictureView(shop: ShopState, image: ShopImage, id: number) {
  return {
    id: gid('ProductImage', id),
    url: new URL(image.url, shop.origin).href,
    altText: image.alt,
    width: 600,
    height: 600,
  };
}

/** Pictures of variants are among those of the product. */
function mediaViews(shop: ShopState, product: ShopProduct) {
  const own = product.images.map((image, index) => ({ image, id: product.id + index }));
  const ofVariants = product.variants.flatMap(({ image, id }) => (image ? [{ image, id }] : []));
  const distinct = new Map([...own, ...ofVariants].map((each) => [each.image.url, each]));
  return [...distinct.values()].map(({ image, id }) => {
    const view = pictureView(shop, image, id);
    return {
      __typename: 'MediaImage',
      id: gid('MediaImage', id),
      alt: image.alt,
      mediaContentType: 'IMAGE',
      image: view,
      previewImage: view,
    };
  });
}

function optionViews(product: ShopProduct) {
  return product.optionNames.map((name, index) => ({
    id: gid('ProductOption', product.id + index),
    name,
    optionValues: [...new Set(product.variants.map((variant) => variant.options[index] ?? ''))].map(
      (value, place) => ({ id: gid('ProductOptionValue', product.id + index * 50 + place), name: value }),
    ),
  }));
}

function selectedOrFirst(
  product: ShopProduct,
  options: readonly { name: string; value: string }[],
): ShopVariant | undefined {
  const relevant = options.filter(({ name }) => product.optionNames.includes(name));
  const matching = product.variants.filter((variant) =>
    relevant.every(({ name, value }) => variant.options[product.optionNames.indexOf(name)] === value),
  );
  if (relevant.length > 0 && matching.length > 0) return matching[0];
  return product.variants.find(isAvailable) ?? product.variants[0];
}
