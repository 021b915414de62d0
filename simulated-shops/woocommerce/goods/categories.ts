import type { ShopProduct } from '../../shop/types.ts';
import { escapeHtml } from '../render/escape-html.ts';
import { slugOf } from './attributes.ts';

interface Term {
  id: number;
  name: string;
}

const UNCATEGORIZED: Term = { id: 15, name: 'Uncategorized' };
const FIRST_ID = 1000;
const IDS = 1_000_000;

/** Every category on the paths of a product, sorted by name as WordPress does: importers assign parents too. */
export function categoriesOf({ categories = [] }: ShopProduct): Term[] {
  if (categories.length === 0) return [UNCATEGORIZED];
  const terms = categories.flatMap((path) =>
    path.map((name, depth) => ({ id: termId(path.slice(0, depth + 1).join('\n')), name })),
  );
  const distinct = [...new Map(terms.map((term) => [term.id, term])).values()];
  return distinct.sort((one, other) => one.name.localeCompare(other.name, 'en'));
}

/** Escaped names from the top down, for each category. */
export function categoryPaths({ categories = [] }: ShopProduct): string[][] {
  if (categories.length === 0) return [[UNCATEGORIZED.name]];
  return categories.flatMap((path) => path.map((_, depth) => path.slice(0, depth + 1).map(escapeHtml)));
}

/** Names of terms arrive HTML-escaped, those of products do not. */
export function renderTerm({ id, name }: Term): object {
  return { id, name: escapeHtml(name), slug: slugOf(name) };
}

export function renderTags(product: ShopProduct): object[] {
  return product.tags.map((name) => renderTerm({ id: termId(name), name }));
}

export function renderBrands({ brand }: ShopProduct): object[] {
  return brand === undefined ? [] : [renderTerm({ id: termId(`brand ${brand}`), name: brand })];
}

/** The same text has the same id on every product. */
function termId(text: string): number {
  return [...text].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % IDS, 0) + FIRST_ID;
}
