/** Admin API. */
export const TAG_ORDER = /* GraphQL */ `
mutation TagOrder($id: ID!, $tags: [String!]!) {
  tagsAdd(id: $id, tags: $tags) {
    userErrors { message }
  }
}
`;
