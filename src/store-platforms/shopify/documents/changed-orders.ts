/** Admin API. */
export const CHANGED_ORDERS = /* GraphQL */ `
query ChangedOrders($query: String!, $after: String) {
  orders(first: 100, after: $after, query: $query, sortKey: UPDATED_AT) {
    pageInfo { hasNextPage endCursor }
    nodes { id customAttributes { key value } }
  }
}
`;
