import type { Endpoint } from '../endpoint.ts';
import type { IgnoredMembers } from '../ignored-members.ts';
import { createInfo, type Message, toJsonPath } from './messages.ts';

/** Members of requests that no operation reads, and of answers, which agents send back; by the path of their object. */
export const UNREAD: Readonly<Record<string, readonly string[]>> = {
  catalog: ['signals', 'attribution'],
  content: [
    ...['ucp', 'id', 'status', 'currency', 'totals', 'actions', 'messages', 'links', 'policies', 'as_of'],
    ...['signals', 'attribution', 'continue_url', 'expires_at', 'payment', 'order', 'cart_id'],
    'prices_include_tax',
    'priced_for',
  ],
  line_items: ['totals', 'parent_id'],
  'line_items.item': ['title', 'price', 'unit_price', 'image_url'],
  discounts: ['applied'],
  buyer: ['consent'],
  context: ['address_region', 'postal_code', 'intent', 'language', 'payment'],
  fulfillment: ['available_methods'],
  'fulfillment.methods.groups': ['line_item_ids', 'options'],
  'fulfillment.methods.destinations': ['type', 'name', 'address'],
  'filters.fulfills_to': ['address_region', 'address_locality', 'postal_code'],
};

/** Names members without effect in messages: an agent that misspells one believes that it was used. */
export function buildIgnored(body: 'catalog' | 'content'): NonNullable<Endpoint['ignored']> {
  return {
    isUnread: (path, name) => name.includes('.') || (UNREAD[path || body]?.includes(name) ?? false),
    name(answer, ignored) {
      const { messages = [] } = answer as { messages?: readonly Message[] };
      return { ...answer, messages: [...messages, ...toMessages(ignored)] };
    },
  };
}

function toMessages({ ignored, did_you_mean: meant = {} }: IgnoredMembers): Message[] {
  return ignored.map((member) => {
    const path = toJsonPath(member);
    const likely = meant[member];
    const advice = likely === undefined ? '' : ` Did you mean ${toJsonPath(likely).slice(2)}?`;
    const isFilter = member.startsWith('filters.');
    return createInfo(
      isFilter ? 'filter_not_applied' : 'member_not_used',
      `${path.slice(2)} is unknown here and was not ${isFilter ? 'applied' : 'used'}.${advice}`,
      path,
    );
  });
}
