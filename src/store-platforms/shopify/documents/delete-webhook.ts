/** Admin API. */
export const DELETE_WEBHOOK = /* GraphQL */ `
mutation DeleteWebhook($id: ID!) {
  webhookSubscriptionDelete(id: $id) {
    userErrors { field message }
  }
}
`;
