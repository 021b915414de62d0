import { adminDocument } from '../client/document.ts';

/** Lists only subscriptions of the token's app. */
export const LIST_WEBHOOKS = adminDocument('ListWebhooks', 'read')`
query ListWebhooks($after: String) {
  webhookSubscriptions(first: 100, after: $after) {
    pageInfo { hasNextPage endCursor }
    nodes { id topic uri format filter }
  }
}
`;

export const CREATE_WEBHOOK = adminDocument('CreateWebhook', 'repeatable_write')`
mutation CreateWebhook($topic: WebhookSubscriptionTopic!, $subscription: WebhookSubscriptionInput!) {
  webhookSubscriptionCreate(topic: $topic, webhookSubscription: $subscription) {
    userErrors { field message }
  }
}
`;

export const UPDATE_WEBHOOK = adminDocument('UpdateWebhook', 'repeatable_write')`
mutation UpdateWebhook($id: ID!, $subscription: WebhookSubscriptionInput!) {
  webhookSubscriptionUpdate(id: $id, webhookSubscription: $subscription) {
    userErrors { field message }
  }
}
`;

export const DELETE_WEBHOOK = adminDocument('DeleteWebhook', 'repeatable_write')`
mutation DeleteWebhook($id: ID!) {
  webhookSubscriptionDelete(id: $id) {
    userErrors { field message }
  }
}
`;
