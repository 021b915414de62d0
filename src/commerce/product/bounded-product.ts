import type { Media, Product, ProductOption, Variant } from './products.ts';

/** Lengths in characters; docs/limits.md lists them for merchants. */
const MAX_TITLE = 500;
const MAX_DESCRIPTION = 5_000;
const MAX_HANDLE = 255;
const MAX_ADDRESS = 2_048;
const MAX_TAG = 255;
const MAX_VARIANTS = 100;
const MAX_MEDIA = 100;
const MAX_TAGS = 250;
const MAX_CATEGORIES = 50;
const MAX_CATEGORY = 500;
const MAX_WORD = 255;
const MAX_OPTIONS = 10;
const MAX_ATTRIBUTES = 50;
const MAX_OPTION_VALUES = 250;
const MAX_OPTION_TEXT = 100;
const MAX_IDENTIFIER = 100;

/**
 * Cuts a product's texts, removes control characters, and leaves pictures with long addresses out. Invisible characters stay:
 * the check for hidden instructions reads them later.
 */
export function boundedProduct(product: Product): Product {
  const { variants, media, tags, url } = product;
  return {
    ...product,
    title: cutLine(product.title, MAX_TITLE),
    description: cut(product.description, MAX_DESCRIPTION).replaceAll(/[^\P{Cc}\n\t]/gu, ''),
    handle: cut(product.handle, MAX_HANDLE),
    url: url.length <= MAX_ADDRESS ? url : (URL.parse(url)?.origin ?? '').slice(0, MAX_ADDRESS),
    variants: variants.slice(0, MAX_VARIANTS).map(boundedVariant),
    media: media.filter(hasShortAddress).slice(0, MAX_MEDIA).map(boundedMedia),
    tags: tags.slice(0, MAX_TAGS).map((tag) => cutLine(tag, MAX_TAG)),
    ...boundedDetails(product),
  };
}

function boundedDetails({
  keywords,
  categories,
  brand,
  sku,
  options,
  attributes,
}: Product): Partial<Product> {
  return {
    ...(keywords && { keywords: keywords.slice(0, MAX_TAGS).map((each) => cutLine(each, MAX_TAG)) }),
    ...(categories && {
      categories: categories.slice(0, MAX_CATEGORIES).map((each) => cutLine(each, MAX_CATEGORY)),
    }),
    ...(brand === undefined ? {} : { brand: cutLine(brand, MAX_WORD) }),
    ...(sku === undefined ? {} : { sku: cutLine(sku, MAX_IDENTIFIER) }),
    ...(options && { options: options.slice(0, MAX_OPTIONS).map(boundedOption) }),
    ...(attributes && { attributes: attributes.slice(0, MAX_ATTRIBUTES).map(boundedOption) }),
  };
}

function boundedOption({ name, values }: ProductOption): ProductOption {
  return {
    name: cutLine(name, MAX_OPTION_TEXT),
    values: values.slice(0, MAX_OPTION_VALUES).map((value) => cutLine(value, MAX_OPTION_TEXT)),
  };
}

function boundedVariant({ image, ...variant }: Variant): Variant {
  const { title, sku, barcode, options } = variant;
  return {
    ...variant,
    title: cutLine(title, MAX_TITLE),
    ...(sku === undefined ? {} : { sku: cutLine(sku, MAX_IDENTIFIER) }),
    ...(barcode === undefined ? {} : { barcode: cutLine(barcode, MAX_IDENTIFIER) }),
    ...(options && {
      options: options.slice(0, MAX_OPTIONS).map(({ name, value }) => ({
        name: cutLine(name, MAX_OPTION_TEXT),
        value: cutLine(value, MAX_OPTION_TEXT),
      })),
    }),
    ...(image && hasShortAddress(image) ? { image: boundedMedia(image) } : {}),
  };
}

function hasShortAddress({ url }: Media): boolean {
  return url.length <= MAX_ADDRESS;
}

function boundedMedia({ url, alt }: Media): Media {
  return { url, alt: alt && cutLine(alt, MAX_TITLE) };
}

function cutLine(text: string, max: number): string {
  return cut(text, max)
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim();
}

/** Cuts no surrogate pair in two. */
function cut(text: string, max: number): string {
  return text
    .slice(0, max)
    .replace(/[\uD800-\uDBFF]$/, '')
    .toWellFormed();
}
