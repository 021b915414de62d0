import type { Variant } from '../../commerce/product/products.ts';

/** Returns the variants whose titles have all words of a text. */
export function filterVariants(variants: readonly Variant[], text: string): Variant[] {
  const words = toWords(text);
  return variants.filter(({ title }) => {
    const own = new Set(toWords(title));
    return words.every((word) => own.has(word));
  });
}

function toWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
