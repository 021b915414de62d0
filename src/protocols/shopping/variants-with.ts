import type { Variant } from '../../commerce/product/products.ts';

/** Returns the variants whose titles have all words of a text. */
export function variantsWith(variants: readonly Variant[], text: string): Variant[] {
  const words = wordsOf(text);
  return variants.filter(({ title }) => {
    const own = new Set(wordsOf(title));
    return words.every((word) => own.has(word));
  });
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
