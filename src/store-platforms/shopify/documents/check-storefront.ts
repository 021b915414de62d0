/** Storefront API: tries each part that agents need. No shop has this cart. */
export const CHECK_STOREFRONT = /* GraphQL */ `
query CheckStorefront($withTags: Boolean!) {
  shop { name }
  products(first: 1) { nodes { id tags @include(if: $withTags) } }
  cart(id: "gid://shopify/Cart/none?key=none") { id }
}
`;
