/** Everything of a product that an agent sees. Tags need a token, so the query says whether it may ask for them. */
export const PRODUCT_FIELDS = /* GraphQL */ `
fragment ProductFields on Product {
  id
  title
  description
  handle
  onlineStoreUrl
  availableForSale
  tags @include(if: $withTags)
  priceRange {
    minVariantPrice { amount currencyCode }
    maxVariantPrice { amount currencyCode }
  }
  variants(first: 100) {
    nodes {
      id
      title
      availableForSale
      price { amount currencyCode }
    }
  }
  media(first: 10) {
    nodes {
      alt
      previewImage { url }
    }
  }
}
`;
