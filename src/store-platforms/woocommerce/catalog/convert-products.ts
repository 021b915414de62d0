import { LRUCache } from 'lru-cache';
import type { Product } from '../../../commerce/products.ts';
import type { CatalogEntry } from './wire.ts';
import { STRIPPED } from '../plain-text.ts';
import { productThread } from './product-thread.ts';
import { toProduct } from './to-product.ts';

/** Bounds of a page that is converted at once, in some ten milliseconds: tags and entities, and characters. */
const MAX_MARKUP_PER_SLICE = 1_000;
const MAX_CHARACTERS_PER_SLICE = 100_000;
const PUNISHED_MS = 60_000;
const MAX_PUNISHED = 1_000;

export type ConvertPage = (entries: readonly CatalogEntry[], currency: string) => Promise<Product[]>;

const thread = productThread();
/** Shops whose last page took too long. */
const tooSlow = new LRUCache<string, true>({ max: MAX_PUNISHED, ttl: PUNISHED_MS });

/**
 * Returns a page's products. A page with much markup is converted by a thread, so that requests are answered meanwhile; one that
 * the thread cannot convert in time has its tags cut out instead, and so have that shop's pages of the next minute.
 */
export async function toProducts(
  shop: string,
  entries: readonly CatalogEntry[],
  currency: string,
): Promise<Product[]> {
  if (!isHeavy(entries)) return entries.map((entry) => toProduct(entry, currency));
  const converted = tooSlow.has(shop) ? 'too_slow' : await thread.convert(shop, entries, currency);
  if (Array.isArray(converted)) return converted;
  if (converted === 'too_slow' && !tooSlow.has(shop)) tooSlow.set(shop, true);
  return entries.map((entry) => toProduct(entry, currency, STRIPPED));
}

function isHeavy(entries: readonly CatalogEntry[]): boolean {
  let markup = 0;
  let characters = 0;
  for (const text of entries.flatMap(textsOf)) {
    characters += text.length;
    markup += markupIn(text, MAX_MARKUP_PER_SLICE - markup);
    if (markup >= MAX_MARKUP_PER_SLICE || characters > MAX_CHARACTERS_PER_SLICE) return true;
  }
  return false;
}

function textsOf({ product, variations }: CatalogEntry): string[] {
  return [
    product.description,
    product.short_description,
    product.name,
    ...product.categories.map(({ name }) => name),
    ...product.images.map(({ alt }) => alt ?? ''),
    ...variations.flatMap(({ name, attributes }) => [name, ...attributes.map(({ option }) => option)]),
  ];
}

function markupIn(text: string, most: number): number {
  let found = 0;
  for (const sign of ['<', '&'])
    for (let at = text.indexOf(sign); at !== -1 && found < most; at = text.indexOf(sign, at + 1)) found += 1;
  return found;
}
