/** Admin API. */
export const UPDATE_WEBHOOK = /* GraphQL */ `
mutation UpdateWebhook($id: ID!, $subscription: WebhookSubscriptionInput!) {
  webhookSubscriptionUpdate(id: $id, webhookSubscription: $subscription) {
    userErrors { field message }
  }
}
`;
