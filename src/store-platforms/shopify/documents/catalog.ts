import { createAdminDocument, createStorefrontDocument } from '../client/document.ts';

/** Tags, stock and ratings need a token and a scope each; unit prices and quantity rules cost more than a tokenless query may. */
const PRODUCT_FIELDS = /* GraphQL */ `
fragment ProductFields on Product {
  id
  title
  description
  handle
  onlineStoreUrl
  availableForSale
  requiresSellingPlan
  tags @include(if: $withTags)
  vendor
  productType
  category {
    name
    ancestors { name }
  }
  rating: metafield(namespace: "reviews", key: "rating") @include(if: $withRatings) { value }
  ratingCount: metafield(namespace: "reviews", key: "rating_count") @include(if: $withRatings) { value }
  priceRange {
    minVariantPrice { amount currencyCode }
    maxVariantPrice { amount currencyCode }
  }
  options {
    name
    optionValues { name }
  }
  variants(first: 100) {
    nodes {
      id
      title
      availableForSale
      currentlyNotInStock
      requiresShipping
      weight
      weightUnit
      quantityAvailable @include(if: $withStock)
      sku
      barcode
      price { amount currencyCode }
      compareAtPrice { amount currencyCode }
      unitPrice @include(if: $withUnitPrices) { amount currencyCode }
      unitPriceMeasurement @include(if: $withUnitPrices) { quantityUnit quantityValue referenceUnit referenceValue }
      quantityRule @include(if: $withQuantityRules) { maximum }
      selectedOptions { name value }
      image { url altText }
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

const PRODUCT_VARIABLES =
  '$withTags: Boolean!, $withStock: Boolean!, $withRatings: Boolean!, $withUnitPrices: Boolean!, $withQuantityRules: Boolean!';

/** One type only: Shopify uses just the first entry of a list. */
export const SEARCH_PRODUCTS = createStorefrontDocument('SearchProducts', 'read')`
query SearchProducts($text: String!, $first: Int!, $after: String, ${PRODUCT_VARIABLES}) {
  search(query: $text, first: $first, after: $after, types: [PRODUCT], prefix: LAST, unavailableProducts: LAST) {
    pageInfo { hasNextPage endCursor }
    nodes {
      ... on Product { ...ProductFields }
    }
  }
}
${PRODUCT_FIELDS}`;

export const LOOKUP_PRODUCTS = createStorefrontDocument('LookupProducts', 'read')`
query LookupProducts($ids: [ID!]!, ${PRODUCT_VARIABLES}) {
  nodes(ids: $ids) {
    ... on Product { ...ProductFields }
    ... on ProductVariant {
      product { ...ProductFields }
    }
  }
}
${PRODUCT_FIELDS}`;

/** Sorted by id, so that no product moves to another page while pages are read. */
export const LIST_PRODUCTS = createStorefrontDocument('ListProducts', 'read')`
query ListProducts($first: Int!, $after: String, ${PRODUCT_VARIABLES}) {
  products(first: $first, after: $after, sortKey: ID) {
    pageInfo { hasNextPage endCursor }
    nodes { ...ProductFields }
  }
}
${PRODUCT_FIELDS}`;

/** Includes drafts and archived products. */
export const CHANGED_PRODUCTS = createAdminDocument('ChangedProducts', 'read')`
query ChangedProducts($query: String!, $after: String) {
  products(first: 100, after: $after, query: $query, sortKey: UPDATED_AT) {
    pageInfo { hasNextPage endCursor }
    nodes { id }
  }
}
`;

/** Selects products by handle under aliases `h0`, `h1`, …; handles travel as variables only. */
export function resolveItemsDocument(handleCount: number) {
  const names = Array.from({ length: handleCount }, (_, index) => `h${index}`);
  const variables = names.map((name) => `, $${name}: String!`).join('');
  const aliases = names
    .map((name) => `  ${name}: product(handle: $${name}) { ...BuyableProduct }\n`)
    .join('');
  return createStorefrontDocument('ResolveItems', 'read')`
query ResolveItems($ids: [ID!]!${variables}) {
  nodes(ids: $ids) {
    ... on Product { ...BuyableProduct }
    ... on ProductVariant {
      ...BuyableVariant
      product { id title handle }
    }
  }
${aliases}}
fragment BuyableProduct on Product {
  id
  title
  handle
  selectedOrFirstAvailableVariant { ...BuyableVariant }
}
fragment BuyableVariant on ProductVariant {
  id
  title
  availableForSale
}
`;
}
