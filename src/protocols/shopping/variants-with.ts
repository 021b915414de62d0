import { getOpenOptions, type Product, type Variant } from '../../commerce/product/products.ts';

/** Returns the variants whose titles, with any value of the options that they leave open, have all words of a text. */
export function filterVariants(product: Product, text: string): Variant[] {
  const words = toWords(text);
  return product.variants.filter((variant) => {
    const open = getOpenOptions(product, variant).flatMap(({ values }) => values);
    const own = new Set(toWords([variant.title, ...open].join(' ')));
    return words.every((word) => own.has(word));
  });
}

function toWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
