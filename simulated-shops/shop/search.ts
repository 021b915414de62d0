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

interface Words {
  /** Texts that the words are of. */
  of: string;
  title: string[];
  tags: string[];
  others: string[];
}

const wordsByProduct = new WeakMap<ShopProduct, Words>();

/** Reads a product's words once per content: a search looks at every product. */
function wordsOfProduct(product: ShopProduct): Words {
  const { title, tags, descriptionHtml, variants } = product;
  const options = variants.flatMap((variant) => variant.options);
  const of = [title, descriptionHtml, ...tags, ...options].join('\n');
  const before = wordsByProduct.get(product);
  if (before?.of === of) return before;
  const text = descriptionHtml.replace(/<[^>]*>|&\w+;/g, ' ');
  const words = {
    of,
    title: wordsOf(title),
    tags: tags.flatMap(wordsOf),
    others: [...new Set([text, ...options].flatMap(wordsOf))],
  };
  wordsByProduct.set(product, words);
  return words;
}

function scoreOf(product: ShopProduct, words: readonly string[]): number {
  const { title, tags, others } = wordsOfProduct(product);
  const scores = words.map((word) => {
    if (has(title, word)) return 100;
    if (has(tags, word)) return 10;
    return has(others, word) ? 1 : 0;
  });
  return scores.includes(0) ? 0 : scores.reduce<number>((sum, score) => sum + score, 0);
}

/** `shoes` finds `shoe`, `lam` finds `lamp`. */
function has(words: readonly string[], searchWord: string): boolean {
  const singular = searchWord.length > 3 ? searchWord.replace(/s$/, '') : searchWord;
  return words.some((word) => word.startsWith(searchWord) || word.startsWith(singular));
}

function wordsOf(text: string): string[] {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
}
