/** Admin API. */
export const READ_ORDER_TAGS = /* GraphQL */ `
query ReadOrderTags($id: ID!) {
  order(id: $id) { tags }
}
`;
