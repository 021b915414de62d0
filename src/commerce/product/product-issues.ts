import type { Product, Variant } from './products.ts';

/** Faults in a product's data that make agents find, compare or recommend it less. */
const CHECKS = {
  // A shop may repeat the title where there is no text.
  no_description: ({ title, description }) => ['', title.trim()].includes(description.trim()),
  no_image: ({ media, variants }) => media.length === 0 && variants.every(({ image }) => !image),
  ambiguous_variants: ({ variants }) => new Set(variants.map(nameOf)).size < variants.length,
  no_identifier: ({ sku, variants }) =>
    variants.some((variant) => !variant.sku && !variant.barcode) && (!sku || variants.length > 1),
  instructions_to_models: ({ contentWarning }) => contentWarning !== undefined,
} satisfies Record<string, (product: Product) => boolean>;

export type ProductIssue = keyof typeof CHECKS;
export const PRODUCT_ISSUES = Object.keys(CHECKS) as [ProductIssue, ...ProductIssue[]];

export function computeProductIssues(product: Product): ProductIssue[] {
  return PRODUCT_ISSUES.filter((issue) => CHECKS[issue](product));
}

/** Title and options of a variant, without case: agents choose by them. */
function nameOf({ title, options = [] }: Variant): string {
  return JSON.stringify([title.trim(), options.map(({ name, value }) => [name, value])]).toLowerCase();
}
