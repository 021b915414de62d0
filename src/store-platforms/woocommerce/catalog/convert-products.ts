import { mapYielding } from '../../../commerce/paging/map-yielding.ts';
import type { Product } from '../../../commerce/product/products.ts';
import { STRIPPED } from '../plain-text.ts';
import { toProduct } from './to-product.ts';
import type { CatalogEntry } from './wire.ts';

/** Tags and entities of a product that are converted in milliseconds. */
const MAX_MARKUP = 1_000;

export type ConvertPage = typeof toProducts;

/** Converts a page of products, and lets requests be served in between. The tags of heavy markup are cut out instead. */
export function toProducts(entries: readonly CatalogEntry[], currency: string): Promise<Product[]> {
  return mapYielding(entries, (entry) =>
    isHeavy(entry) ? toProduct(entry, currency, STRIPPED) : toProduct(entry, currency),
  );
}

function isHeavy(entry: CatalogEntry): boolean {
  let markup = 0;
  return collectTexts(entry).some((text) => {
    markup += countMarkup(text, MAX_MARKUP - markup);
    return markup >= MAX_MARKUP;
  });
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
