import type { ShopProduct } from './types.ts';

/** Finds published products that contain every word, ranked by title, then tags, then text. */
export function searchProducts(products: readonly ShopProduct[], text: string): ShopProduct[] {
  const words = wordsOf(text);
  const ranked = products
    .filter((product) => product.published)
    .map((product) => ({ product, score: scoreOf(product, words) }))
    .filter(({ score }) => score > 0);
  return ranked.toSorted((a, b) => b.score - a.score).map(({ product }) => product);
}

function scoreOf(product: ShopProduct, words: readonly string[]): number {
  const title = wordsOf(product.title);
  const tags = product.tags.flatMap(wordsOf);
  const text = wordsOf(product.descriptionHtml.replace(/<[^>]*>|&\w+;/g, ' '));
  const options = product.variants.flatMap((variant) => variant.options.flatMap(wordsOf));
  const scores = words.map((word) => {
    if (has(title, word)) return 100;
    if (has(tags, word)) return 10;
    return has(text, word) || has(options, word) ? 1 : 0;
  });
  return scores.includes(0) ? 0 : scores.reduce<number>((sum, score) => sum + score, 0);
}

/** `shoes` finds `shoe`, `lam` finds `lamp`. */
function has(words: readonly string[], wanted: string): boolean {
  const singular = wanted.length > 3 ? wanted.replace(/s$/, '') : wanted;
  return words.some((word) => word.startsWith(wanted) || word.startsWith(singular));
}

function wordsOf(text: string): string[] {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
}
