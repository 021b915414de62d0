import { webhookMutations } from './admin-webhooks.ts';
import { numberIn } from './gid.ts';
import { orderView } from './order-view.ts';
import type { ShopState } from './shop-state.ts';
import { requireAdminScope } from './shop-view.ts';

const MAX_TAG_LENGTH = 40;

/** The fields of the Admin API's `Mutation`. */
export function adminMutation(shop: ShopState) {
  return {
    tagsAdd: (input: { id: string; tags: string[] }) => addTags(shop, input),
    ...webhookMutations(shop),
  };
}

/** Splits tags at commas and skips existing ones. */
function addTags(shop: ShopState, input: { id: string; tags: string[] }) {
  requireAdminScope(shop, 'tagsAdd', 'write_orders');
  const order = shop.orders.find(numberIn('Order', input.id) ?? 0);
  if (!order) return { node: null, userErrors: [{ field: ['id'], message: `Resource does not exist` }] };
  const tags = input.tags.flatMap((tag) => tag.split(',')).map((tag) => tag.trim());
  if (tags.some((tag) => tag.length > MAX_TAG_LENGTH)) {
    const message = `Title Tag exceeds the maximum length of ${MAX_TAG_LENGTH} characters`;
    return { node: null, userErrors: [{ field: ['tags'], message }] };
  }
  const added = [...new Set(tags)].filter((tag) => tag !== '' && !order.tags.includes(tag));
  if (added.length > 0) {
    order.tags.push(...added);
    shop.orders.touch(order);
  }
  return { node: orderView(shop, order), userErrors: [] };
}
