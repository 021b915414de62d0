/**
 * Variants and products by id, and products by the handles `$h0`, `$h1`, … as aliases of the same names: the handles
 * themselves travel as variables only.
 */
export function resolveItemsDocument(handleCount: number): string {
  const names = Array.from({ length: handleCount }, (_, index) => `h${index}`);
  const variables = names.map((name) => `, $${name}: String!`).join('');
  const aliases = names
    .map((name) => `  ${name}: product(handle: $${name}) { ...BuyableProduct }\n`)
    .join('');
  return /* GraphQL */ `
query ResolveItems($ids: [ID!]!${variables}) {
  nodes(ids: $ids) {
    ... on Product { ...BuyableProduct }
    ... on ProductVariant {
      ...BuyableVariant
      product { id title handle requiresSellingPlan }
    }
  }
${aliases}}
fragment BuyableProduct on Product {
  id
  title
  handle
  requiresSellingPlan
  selectedOrFirstAvailableVariant { ...BuyableVariant }
}
fragment BuyableVariant on ProductVariant {
  id
  title
  availableForSale
}
`;
}
