import { isThisMachine } from '../../src/commerce/network/local-hosts.ts';
import { gid, numberIn } from './gid.ts';
import type { ShopState } from './shop-state.ts';
import type { WebhookSubscription } from './webhook-list.ts';

interface WebhookInput {
  uri?: string | null;
  format?: 'JSON' | 'XML' | null;
  filter?: string | null;
  includeFields?: string[] | null;
}

const TAKEN = 'Address for this topic has already been taken';

/** The Admin API's mutations of webhook subscriptions. */
export function webhookMutations(shop: ShopState) {
  return {
    webhookSubscriptionCreate: (input: { topic: string; webhookSubscription: WebhookInput }) =>
      subscribe(shop, input.topic, input.webhookSubscription),
    webhookSubscriptionUpdate: (input: { id: string; webhookSubscription: WebhookInput }) =>
      change(shop, input.id, input.webhookSubscription),
    webhookSubscriptionDelete: ({ id }: { id: string }) => {
      const removed = shop.webhooks.remove(numberIn('WebhookSubscription', id));
      if (removed) return { deletedWebhookSubscriptionId: id, userErrors: [] };
      const userErrors = [{ field: ['id'], message: 'Webhook subscription does not exist' }];
      return { deletedWebhookSubscriptionId: null, userErrors };
    },
  };
}

export function webhookView(subscription: WebhookSubscription) {
  return {
    ...subscription,
    __typename: 'WebhookSubscription',
    id: gid('WebhookSubscription', subscription.id),
    updatedAt: subscription.createdAt,
    apiVersion: { handle: '2026-07', displayName: '2026-07', supported: true },
  };
}

function subscribe(shop: ShopState, topic: string, input: WebhookInput) {
  const scope = SCOPE_OF[topic.split('_')[0] ?? ''];
  if (scope && !shop.scopes.admin.includes(scope)) {
    return refused(['topic'], `The app needs the ${scope} access scope for this topic`);
  }
  const uri = input.uri ?? '';
  if (!isReachable(uri)) return refused(['webhookSubscription', 'uri'], NOT_HTTPS);
  const added = shop.webhooks.add({
    topic,
    uri,
    format: input.format ?? 'JSON',
    filter: input.filter || null,
    includeFields: input.includeFields ?? [],
  });
  if (!added) return refused(['webhookSubscription', 'uri'], TAKEN);
  return { webhookSubscription: webhookView(added), userErrors: [] };
}

/** Omitted members stay unchanged. */
function change(shop: ShopState, id: string, input: WebhookInput) {
  const webhook = shop.webhooks.find(numberIn('WebhookSubscription', id));
  if (!webhook) return refused(['id'], 'Webhook subscription does not exist');
  if (input.uri && !isReachable(input.uri)) return refused(['webhookSubscription', 'uri'], NOT_HTTPS);
  const changed = shop.webhooks.change(webhook, {
    ...(input.uri ? { uri: input.uri } : {}),
    ...(input.format ? { format: input.format } : {}),
    ...(input.filter === undefined ? {} : { filter: input.filter || null }),
    ...(input.includeFields ? { includeFields: input.includeFields } : {}),
  });
  if (!changed) return refused(['webhookSubscription', 'uri'], TAKEN);
  return { webhookSubscription: webhookView(webhook), userErrors: [] };
}

const SCOPE_OF: Readonly<Record<string, string>> = {
  CHECKOUTS: 'read_orders',
  FULFILLMENT: 'read_fulfillments',
  FULFILLMENTS: 'read_fulfillments',
  ORDERS: 'read_orders',
  PRODUCTS: 'read_products',
  REFUNDS: 'read_orders',
};

const NOT_HTTPS = 'Address protocol http:// is not supported';

/** The real shop takes https only; this one also reaches services on the same machine. */
function isReachable(uri: string): boolean {
  const { protocol, hostname = '' } = URL.parse(uri) ?? {};
  return protocol === 'https:' || (protocol === 'http:' && isThisMachine(hostname));
}

function refused(field: string[], message: string) {
  return { webhookSubscription: null, userErrors: [{ field, message }] };
}
