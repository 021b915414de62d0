import type { Product } from './products.ts';

/** Lengths in characters; docs/limits.md lists them for merchants. */
const MAX_TITLE = 500;
const MAX_DESCRIPTION = 5_000;
const MAX_HANDLE = 255;
const MAX_ADDRESS = 2_048;
const MAX_TAG = 255;
const MAX_VARIANTS = 100;
const MAX_MEDIA = 100;
const MAX_TAGS = 250;

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
