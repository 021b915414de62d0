import { cutText } from '../text/cut-text.ts';
import { hasSomeModelInstructions } from '../text/model-instructions.ts';
import { toVisibleText } from '../text/visible-text.ts';
import { toWebAddress } from '../text/web-address.ts';
import { MAX_IDENTIFIER_LENGTH, MAX_NAME_LENGTH, PRODUCT_LIMITS } from './product-limits.ts';
import type { Media, Product, ProductOption, Variant } from './products.ts';

/** Lengths in characters; docs/limits.md lists them for merchants. */
const MAX_TITLE = 500;
const MAX_DESCRIPTION = 5_000;
const MAX_HANDLE = 255;
const MAX_TAG = 255;
const MAX_CATEGORIES = 50;
const MAX_CATEGORY = 500;
const MAX_OPTION_VALUES = 250;
const MAX_OPTION_TEXT = 100;
const MAX_PRICE_TEXT = 200;

type Clean = (text: string, max: number) => string;

/** Cleans what models read of a product, and warns where it instructs them. `storefront`: address of a product without one. */
export function cleanProduct(product: Product, storefront: string): Product {
  const texts = new Set<string>();
  const cleanText = (text: string) => {
    texts.add(text);
    return toVisibleText(text);
  };
  const cleanLine: Clean = (text, max) => cleanText(cutLine(text, max));
  const cleaned: Product = {
    ...product,
    title: cleanLine(product.title, MAX_TITLE),
    description: cleanText(cut(product.description, MAX_DESCRIPTION).replaceAll(/[^\P{Cc}\n\t]/gu, '')),
    handle: cut(product.handle, MAX_HANDLE),
    url: toWebAddress(product.url) ?? storefront,
    variants: product.variants.slice(0, PRODUCT_LIMITS.variants).map((each) => cleanVariant(each, cleanLine)),
    media: product.media.flatMap((each) => cleanMedia(each, cleanLine) ?? []).slice(0, PRODUCT_LIMITS.media),
    tags: product.tags.slice(0, PRODUCT_LIMITS.tags).map((tag) => cleanLine(tag, MAX_TAG)),
    ...(product.priceText === undefined ? {} : { priceText: cleanLine(product.priceText, MAX_PRICE_TEXT) }),
    ...cleanDetails(product, cleanLine),
  };
  return hasSomeModelInstructions([...texts])
    ? { ...cleaned, contentWarning: 'contains_instructions' }
    : cleaned;
}

function cleanDetails({ keywords, categories, brand, sku, options, attributes }: Product, line: Clean) {
  const clean = (option: ProductOption) => cleanOption(option, line);
  return {
    ...(keywords && { keywords: keywords.slice(0, PRODUCT_LIMITS.tags).map((each) => line(each, MAX_TAG)) }),
    ...(categories && {
      categories: categories.slice(0, MAX_CATEGORIES).map((each) => line(each, MAX_CATEGORY)),
    }),
    ...(brand === undefined ? {} : { brand: line(brand, MAX_NAME_LENGTH) }),
    ...(sku === undefined ? {} : { sku: line(sku, MAX_IDENTIFIER_LENGTH) }),
    ...(options && { options: options.slice(0, PRODUCT_LIMITS.options).map(clean) }),
    ...(attributes && { attributes: attributes.slice(0, PRODUCT_LIMITS.attributes).map(clean) }),
  };
}

function cleanOption({ name, values }: ProductOption, line: Clean): ProductOption {
  return {
    name: line(name, MAX_OPTION_TEXT),
    values: values.slice(0, MAX_OPTION_VALUES).map((value) => line(value, MAX_OPTION_TEXT)),
  };
}

function cleanVariant({ image, ...variant }: Variant, line: Clean): Variant {
  const { title, sku, barcode, options, priceText } = variant;
  const cleanImage = image && cleanMedia(image, line);
  return {
    ...variant,
    title: line(title, MAX_TITLE),
    ...(priceText === undefined ? {} : { priceText: line(priceText, MAX_PRICE_TEXT) }),
    ...(sku === undefined ? {} : { sku: line(sku, MAX_IDENTIFIER_LENGTH) }),
    ...(barcode === undefined ? {} : { barcode: line(barcode, MAX_IDENTIFIER_LENGTH) }),
    ...(options && {
      options: options.slice(0, PRODUCT_LIMITS.options).map(({ name, value }) => ({
        name: line(name, MAX_OPTION_TEXT),
        value: line(value, MAX_OPTION_TEXT),
      })),
    }),
    ...(cleanImage ? { image: cleanImage } : {}),
  };
}

function cleanMedia({ url, alt }: Media, line: Clean): Media | undefined {
  const address = toWebAddress(url);
  return address === null ? undefined : { url: address, alt: alt && line(alt, MAX_TITLE) };
}

/** A character that is neither printable ASCII nor a Latin letter. */
const UNUSUAL = /[^ -~\u00a1-\u00ac\u00ae-\u02ff]/;

function cutLine(text: string, max: number): string {
  // Most texts need nothing else.
  if (text.length <= max && !UNUSUAL.test(text)) return text.trim();
  return cut(text, max)
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim();
}

function cut(text: string, max: number): string {
  return cutText(text, max).toWellFormed();
}
