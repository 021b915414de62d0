/** How Shopify names the only variant of a product without a choice. */
const NO_CHOICE = 'Default Title';

/** The one way a line is titled, wherever the title was learned: `Trail Shoe - 42 / Red`, or `Mug` without a choice. */
export function lineTitle(productTitle: string, variantTitle: string | null): string {
  if (!variantTitle || variantTitle === NO_CHOICE) return productTitle;
  return `${productTitle} - ${variantTitle}`;
}
