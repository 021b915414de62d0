/** Admin API. Only the subscriptions of the app that the token belongs to. */
export const LIST_WEBHOOKS = /* GraphQL */ `
query ListWebhooks($after: String) {
  webhookSubscriptions(first: 100, after: $after) {
    pageInfo { hasNextPage endCursor }
    nodes { id topic uri format filter }
  }
}
`;
