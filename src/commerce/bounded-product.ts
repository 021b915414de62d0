import type { Product } from './products.ts';

/** Longest texts of a product, in characters; docs/limits.md tells them to merchants. */
const MAX_TITLE = 500;
const MAX_DESCRIPTION = 5_000;
const MAX_HANDLE = 255;
const MAX_ADDRESS = 2_048;
const MAX_TAG = 255;
/** The most of each that is kept. */
const MAX_VARIANTS = 100;
const MAX_MEDIA = 100;
const MAX_TAGS = 250;

/**
 * Returns a product as it may enter: texts cut, without control characters; a picture whose address is too long left out.
 * Invisible characters stay: what they hide is looked for when an agent is told of the product.
 */
export function boundedProduct(product: Product): Product {
  const { variants, media, tags, url } = product;
  return {
    ...product,
    title: cutLine(product.title, MAX_TITLE),
    description: cut(product.description, MAX_DESCRIPTION).replaceAll(/[^\P{Cc}\n\t]/gu, ''),
    handle: cut(product.handle, MAX_HANDLE),
    url: url.length <= MAX_ADDRESS ? url : (URL.parse(url)?.origin ?? '').slice(0, MAX_ADDRESS),
    variants: variants
      .slice(0, MAX_VARIANTS)
      .map((variant) => ({ ...variant, title: cutLine(variant.title, MAX_TITLE) })),
    media: media
      .filter((each) => each.url.length <= MAX_ADDRESS)
      .slice(0, MAX_MEDIA)
      .map((each) => ({ url: each.url, alt: each.alt && cutLine(each.alt, MAX_TITLE) })),
    tags: tags.slice(0, MAX_TAGS).map((tag) => cutLine(tag, MAX_TAG)),
  };
}

function cutLine(text: string, most: number): string {
  return cut(text, most)
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim();
}

/** Never ends on half of a surrogate pair. */
function cut(text: string, most: number): string {
  return text
    .slice(0, most)
    .replace(/[\uD800-\uDBFF]$/, '')
    .toWellFormed();
}
