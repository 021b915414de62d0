import { webhookView } from './admin-query.ts';
import { numberIn } from './gid.ts';
import { orderView } from './order-view.ts';
import type { ShopState } from './shop-state.ts';
import { requireAdminScope } from './shop-view.ts';

interface WebhookInput {
  uri?: string | null;
  format?: 'JSON' | 'XML' | null;
  filter?: string | null;
  includeFields?: string[] | null;
}

const LONGEST_TAG = 40;

/** The fields of the Admin API's `Mutation`. */
export function adminMutation(shop: ShopState) {
  return {
    tagsAdd: (wanted: { id: string; tags: string[] }) => addTags(shop, wanted),
    webhookSubscriptionCreate: (wanted: { topic: string; webhookSubscription: WebhookInput }) =>
      subscribe(shop, wanted.topic, wanted.webhookSubscription),
    webhookSubscriptionDelete: ({ id }: { id: string }) => {
      const removed = shop.webhooks.remove(numberIn('WebhookSubscription', id));
      if (removed) return { deletedWebhookSubscriptionId: id, userErrors: [] };
      const userErrors = [{ field: ['id'], message: 'Webhook subscription does not exist' }];
      return { deletedWebhookSubscriptionId: null, userErrors };
    },
  };
}

/** Commas part tags; a tag that is there already stays once. */
function addTags(shop: ShopState, wanted: { id: string; tags: string[] }) {
  requireAdminScope(shop, 'tagsAdd', 'write_orders');
  const order = shop.orders.find(numberIn('Order', wanted.id) ?? 0);
  if (!order) return { node: null, userErrors: [{ field: ['id'], message: `Resource does not exist` }] };
  const tags = wanted.tags.flatMap((tag) => tag.split(',')).map((tag) => tag.trim());
  if (tags.some((tag) => tag.length > LONGEST_TAG)) {
    const message = `Title Tag exceeds the maximum length of ${LONGEST_TAG} characters`;
    return { node: null, userErrors: [{ field: ['tags'], message }] };
  }
  const added = [...new Set(tags)].filter((tag) => tag !== '' && !order.tags.includes(tag));
  if (added.length > 0) {
    order.tags.push(...added);
    shop.orders.touch(order);
  }
  return { node: orderView(shop, order), userErrors: [] };
}

/** The real shop takes https only; this one also reaches services on the same machine. */
function subscribe(shop: ShopState, topic: string, input: WebhookInput) {
  const field = ['webhookSubscription', 'uri'];
  const uri = input.uri ?? '';
  if (!/^https:\/\/|^http:\/\/(127\.0\.0\.1|localhost)[:/]/.test(uri)) {
    return {
      webhookSubscription: null,
      userErrors: [{ field, message: 'Address protocol http:// is not supported' }],
    };
  }
  const added = shop.webhooks.add({
    topic,
    uri,
    format: input.format ?? 'JSON',
    filter: input.filter ?? null,
    includeFields: input.includeFields ?? [],
  });
  if (added) return { webhookSubscription: webhookView(added), userErrors: [] };
  const message = 'Address for this topic has already been taken';
  return { webhookSubscription: null, userErrors: [{ field, message }] };
}
