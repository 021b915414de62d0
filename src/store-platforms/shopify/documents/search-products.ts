import { PRODUCT_FIELDS } from './product-fields.ts';

/** One type only: a list of several acts on its first entry alone. */
export const SEARCH_PRODUCTS = /* GraphQL */ `
query SearchProducts($text: String!, $first: Int!, $after: String, $withTags: Boolean!) {
  search(query: $text, first: $first, after: $after, types: [PRODUCT], prefix: LAST, unavailableProducts: LAST) {
    pageInfo { hasNextPage endCursor }
    nodes {
      ... on Product { ...ProductFields }
    }
  }
}
${PRODUCT_FIELDS}`;
