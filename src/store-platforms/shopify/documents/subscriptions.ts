/** Admin API. Lists only subscriptions of the token's app. */
export const LIST_WEBHOOKS = /* GraphQL */ `
query ListWebhooks($after: String) {
  webhookSubscriptions(first: 100, after: $after) {
    pageInfo { hasNextPage endCursor }
    nodes { id topic uri format filter }
  }
}
`;

/** Admin API. */
export const CREATE_WEBHOOK = /* GraphQL */ `
mutation CreateWebhook($topic: WebhookSubscriptionTopic!, $subscription: WebhookSubscriptionInput!) {
  webhookSubscriptionCreate(topic: $topic, webhookSubscription: $subscription) {
    userErrors { field message }
  }
}
`;

/** Admin API. */
export const UPDATE_WEBHOOK = /* GraphQL */ `
mutation UpdateWebhook($id: ID!, $subscription: WebhookSubscriptionInput!) {
  webhookSubscriptionUpdate(id: $id, webhookSubscription: $subscription) {
    userErrors { field message }
  }
}
`;

/** Admin API. */
export const DELETE_WEBHOOK = /* GraphQL */ `
mutation DeleteWebhook($id: ID!) {
  webhookSubscriptionDelete(id: $id) {
    userErrors { field message }
  }
}
`;
