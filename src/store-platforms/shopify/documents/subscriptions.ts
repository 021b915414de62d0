import { createAdminDocument } from '../client/document.ts';

/** Lists only subscriptions of the token's app. */
export const LIST_WEBHOOKS = createAdminDocument('ListWebhooks', 'read')`
query ListWebhooks($after: String) {
  webhookSubscriptions(first: 100, after: $after) {
    pageInfo { hasNextPage endCursor }
    nodes { id topic uri format filter }
  }
}
`;

export const CREATE_WEBHOOK = createAdminDocument('CreateWebhook', 'repeatable_write')`
mutation CreateWebhook($topic: WebhookSubscriptionTopic!, $subscription: WebhookSubscriptionInput!) {
  webhookSubscriptionCreate(topic: $topic, webhookSubscription: $subscription) {
    userErrors { field message }
  }
}
`;

export const UPDATE_WEBHOOK = createAdminDocument('UpdateWebhook', 'repeatable_write')`
mutation UpdateWebhook($id: ID!, $subscription: WebhookSubscriptionInput!) {
  webhookSubscriptionUpdate(id: $id, webhookSubscription: $subscription) {
    userErrors { field message }
  }
}
`;

export const DELETE_WEBHOOK = createAdminDocument('DeleteWebhook', 'repeatable_write')`
mutation DeleteWebhook($id: ID!) {
  webhookSubscriptionDelete(id: $id) {
    userErrors { field message }
  }
}
`;
