import type { Product, Variant } from './products.ts';

export const PRODUCT_ISSUES = [
  'no_description',
  'no_image',
  'ambiguous_variants',
  'no_identifier',
  'instructions_to_models',
] as const;

/** A fault in a product's data that makes agents find, compare or recommend it less. */
export type ProductIssue = (typeof PRODUCT_ISSUES)[number];

const CHECKS: Readonly<Record<ProductIssue, (product: Product) => boolean>> = {
  // A shop may repeat the title where there is no text.
  no_description: ({ title, description }) => ['', title.trim()].includes(description.trim()),
  no_image: ({ media, variants }) => media.length === 0 && variants.every(({ image }) => !image),
  ambiguous_variants: ({ variants }) => new Set(variants.map(nameOf)).size < variants.length,
  no_identifier: ({ sku, variants }) =>
    variants.some((variant) => !variant.sku && !variant.barcode) && (!sku || variants.length > 1),
  instructions_to_models: ({ contentWarning }) => contentWarning !== undefined,
};

export function computeProductIssues(product: Product): ProductIssue[] {
  return PRODUCT_ISSUES.filter((issue) => CHECKS[issue](product));
}

/** Title and options of a variant, without case: agents choose by them. */
function nameOf({ title, options = [] }: Variant): string {
  return JSON.stringify([title.trim(), options.map(({ name, value }) => [name, value])]).toLowerCase();
}
