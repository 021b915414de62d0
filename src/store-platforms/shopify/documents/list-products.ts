import { PRODUCT_FIELDS } from './product-fields.ts';

/** By id, so that no product moves to another page while the pages are read. */
export const LIST_PRODUCTS = /* GraphQL */ `
query ListProducts($first: Int!, $after: String, $withTags: Boolean!) {
  products(first: $first, after: $after, sortKey: ID) {
    pageInfo { hasNextPage endCursor }
    nodes { ...ProductFields }
  }
}
${PRODUCT_FIELDS}`;
