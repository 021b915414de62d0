/** Admin API, which also tells of drafts and archived products. */
export const CHANGED_PRODUCTS = /* GraphQL */ `
query ChangedProducts($query: String!, $after: String) {
  products(first: 100, after: $after, query: $query, sortKey: UPDATED_AT) {
    pageInfo { hasNextPage endCursor }
    nodes { id }
  }
}
`;
