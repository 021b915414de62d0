import { LRUCache } from 'lru-cache';
import type { Product } from '../../../commerce/product/products.ts';
import { createShopThread } from '../../transport/shop-thread.ts';
import { STRIPPED } from '../plain-text.ts';
import type { EntriesOfPage } from './convert-in-thread.ts';
import { toProduct } from './to-product.ts';
import type { CatalogEntry } from './wire.ts';

/** Bounds of a page that is converted in the event loop, in about ten milliseconds: tags and entities, and characters. */
const MAX_MARKUP_PER_SLICE = 1_000;
const MAX_CHARACTERS_PER_SLICE = 100_000;
const SLOW_SHOP_TTL_MS = 60_000;
const MAX_SLOW_SHOPS = 1_000;

export type ConvertPage = (entries: readonly CatalogEntry[], currency: string) => Promise<Product[]>;

const thread = createShopThread<EntriesOfPage, Product[]>(new URL('./convert-in-thread.ts', import.meta.url));
/** Shops whose last heavy page took too long. */
const tooSlow = new LRUCache<string, true>({ max: MAX_SLOW_SHOPS, ttl: SLOW_SHOP_TTL_MS });

/**
 * Converts a page of products; a heavy one in a thread, so that requests are served meanwhile. After a timeout the shop's heavy
 * pages of the next minute have their tags cut out instead.
 */
export async function toProducts(
  shop: string,
  entries: readonly CatalogEntry[],
  currency: string,
): Promise<Product[]> {
  if (!isHeavy(entries)) return entries.map((entry) => toProduct(entry, currency));
  const converted = tooSlow.has(shop) ? 'too_slow' : await thread.run(shop, { entries, currency });
  if (typeof converted === 'object') return converted.result;
  if (converted === 'too_slow' && !tooSlow.has(shop)) tooSlow.set(shop, true);
  return entries.map((entry) => toProduct(entry, currency, STRIPPED));
}

function isHeavy(entries: readonly CatalogEntry[]): boolean {
  let markup = 0;
  let characters = 0;
  for (const text of entries.flatMap(collectTexts)) {
    characters += text.length;
    markup += countMarkup(text, MAX_MARKUP_PER_SLICE - markup);
    if (markup >= MAX_MARKUP_PER_SLICE || characters > MAX_CHARACTERS_PER_SLICE) return true;
  }
  return false;
}

function collectTexts({ product, variations }: CatalogEntry): string[] {
  return [
    product.description,
    product.short_description,
    product.name,
    ...[...product.categories, ...(product.tags ?? []), ...(product.brands ?? [])].map(({ name }) => name),
    ...(product.paths ?? []).flat(),
    ...product.attributes.flatMap(({ name, options }) => [name, ...options]),
    ...product.images.map(({ alt }) => alt ?? ''),
    ...variations.flatMap(({ name, attributes }) => [name, ...attributes.map(({ option }) => option)]),
  ];
}

function countMarkup(text: string, max: number): number {
  let count = 0;
  for (const sign of ['<', '&'])
    for (let at = text.indexOf(sign); at !== -1 && count < max; at = text.indexOf(sign, at + 1)) count += 1;
  return count;
}
