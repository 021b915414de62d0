import { z } from 'zod';
import { SESSION_STATUSES } from '../commerce/checkout/checkout-session.ts';
import {
  type CartOrderFacts,
  type EventData,
  FAILURE_REASONS,
  type OrderFacts,
  type SessionFacts,
} from '../commerce/order/events.ts';
import { MAX_LINES } from '../commerce/order/first-lines.ts';
import { ORDER_STATUSES, PAYMENT_EVIDENCE } from '../commerce/order/order.ts';
import { UNCOUNTED_AGENTS } from '../commerce/policy/agents.ts';
import { HEALTH_ASPECTS, HEALTH_STATES } from '../commerce/store/health.ts';
import type { Store } from '../commerce/store/store.ts';
import { toSnakeCase } from '../commerce/text/snake-case.ts';

const instant = z.iso.datetime();
const amount = z.int().describe('Minor units of the currency.');

const line = z.object({
  variant_id: z.string().nullable(),
  title: z.string(),
  quantity: z.int(),
  price: amount.describe('Price of one piece before discounts, in minor units.'),
});

const totals = z.object({
  subtotal: amount,
  discount: amount,
  tax: amount,
  shipping: amount.nullable().describe('Null until the shop has priced it.'),
  total: amount,
});

const lines = {
  lines: z.array(line).describe(`The first ${MAX_LINES}.`),
  line_count: z.int(),
};

const session = z.object({
  id: z.uuid(),
  status: z.enum(SESSION_STATUSES),
  currency: z.string(),
  ...lines,
  totals,
  payment: z
    .enum(PAYMENT_EVIDENCE)
    .nullable()
    .describe('`verified`: the shop has confirmed an order. `claimed`: only the agent has reported it.'),
  order_id: z.uuid().nullable(),
  order: z
    .object({ currency: z.string(), totals })
    .nullable()
    .describe(
      'Sums of its order. `totals` of the session are of its content, without what the buyer’s address and choices add.',
    ),
  agent: z.string().nullable(),
  agent_profile: z.url().nullable(),
  failure: z
    .object({
      reason: z.enum(FAILURE_REASONS),
      code: z.string().nullable(),
      message: z.string().nullable(),
    })
    .nullable()
    .describe('Null unless the session has failed; `code` and `message` for `cart_failed`.'),
  expires_at: instant,
  created_at: instant,
});

const order = z.object({
  id: z.uuid(),
  session_id: z.uuid(),
  shop_order_id: z.string().nullable().describe('GID of the order in the shop.'),
  shop_order_number: z.string().nullable(),
  status: z.enum(ORDER_STATUSES),
  payment: z.enum(PAYMENT_EVIDENCE),
  paid: z.boolean().describe('Whether the shop has the money; a bank transfer arrives later than its order.'),
  currency: z.string(),
  ...lines,
  totals: totals.extend({ refunded: amount.describe('Money given back since; `total` stays as bought.') }),
  tracking: z.array(
    z.object({ carrier: z.string().nullable(), number: z.string().nullable(), url: z.string().nullable() }),
  ),
  created_at: instant,
});

const { id: _id, session_id: _sessionId, ...ofShop } = order.shape;
const cartOrder = z.object({ cart_id: z.uuid(), ...ofShop });

const ofCart = z.object({ order: cartOrder, agent: z.string().nullable() });
const withAgent = z.object({ order, agent: z.string().nullable() });
const ofSession = z.object({ session });

/** Data of each type of event, as endpoints get it (docs/events.md). */
export const EVENT_DATA = {
  'session.created': ofSession.describe('An agent has begun a checkout; its cart is being made.'),
  'session.handed_off': ofSession.describe('The cart is ready, and the agent has the address for its buyer.'),
  'session.completed': ofSession.describe(
    'The agent has completed the session; `payment` shows whether the shop has confirmed it.',
  ),
  'session.verified': withAgent.describe(
    'The shop has confirmed an order of the session for the first time.',
  ),
  'session.failed': ofSession.describe('The session has failed or expired: see `failure`.'),
  'session.canceled': ofSession.describe('The agent has canceled the session.'),
  'order.changed': withAgent.describe('The shop has reported a new or changed order of a session.'),
  'cart.ordered': ofCart.describe(
    'The shop has an order that a buyer placed at the address of a cart, without a checkout session.',
  ),
  'cart.order_changed': ofCart.describe('Status, payment or sum of such an order has changed.'),
  'search.without_result': z
    .object({
      from: instant,
      to: instant,
      searches: z
        .array(
          z.object({
            query: z.string(),
            count: z
              .int()
              .describe(
                'How often it was searched on the day of `last_at` in the store’s time zone, until `last_at`. For an hour that spans midnight, on both days.',
              ),
            last_at: instant,
          }),
        )
        .describe('The most frequent searches.'),
      search_count: z.int(),
    })
    .describe('Searches of agents that found nothing, collected for an hour.'),
  'health.changed': z
    .object({
      aspect: z.enum(HEALTH_ASPECTS),
      state: z.enum(HEALTH_STATES),
      state_before: z.enum(HEALTH_STATES),
      since: instant,
      reason: z.string().nullable(),
      remedy: z.string().nullable(),
    })
    .describe('One aspect of the store’s health has changed, and the change has lasted.'),
  test: z.object({}).describe('Sent when a merchant presses “Send test event”.'),
} satisfies Record<EventData['type'], z.ZodType>;

export function createPayloadSchema<Data extends z.ZodType>(type: string, data: Data) {
  return z.object({
    type: z.literal(type),
    timestamp: instant.describe('Time of the event; `webhook-timestamp` is that of the attempt.'),
    store: z.string().describe('Slug.'),
    test: z
      .boolean()
      .describe(
        'True for stores of the simulated shops, for the console’s playground and for the service’s own checks.',
      ),
    data,
  });
}

export function renderEvent({ slug, sandbox }: Store, data: EventData, occurredAt: string) {
  const { agent } = 'session' in data ? data.session : { agent: null, ...data };
  return {
    type: data.type,
    timestamp: occurredAt,
    store: slug,
    test: sandbox || UNCOUNTED_AGENTS.includes(agent ?? ''),
    data: renderData(data),
  };
}

function renderData(data: EventData): object {
  if ('session' in data) return { session: renderSession(data.session) };
  if ('order' in data) return { order: renderOrder(order, data.order), agent: data.agent };
  if ('cartOrder' in data) return { order: renderOrder(cartOrder, data.cartOrder), agent: data.agent };
  if (data.type === 'search.without_result') {
    const searches = data.searches.map(({ query, count, lastAt }) => ({ query, count, last_at: lastAt }));
    return { from: data.from, to: data.to, searches, search_count: data.searchCount };
  }
  if (data.type === 'health.changed') {
    const { aspect, from, to, since, reason, remedy } = data;
    return { aspect, state: to, state_before: from, since, reason, remedy };
  }
  return {};
}

function renderSession({ lineCount, reason, failure, ...facts }: SessionFacts) {
  return toSnakeCase<z.output<typeof session>>(Object.keys(session.shape), {
    ...facts,
    lines: facts.lines.map(renderLine),
    lineCount,
    totals: renderTotals(facts.totals),
    order: facts.order && { currency: facts.order.currency, totals: renderTotals(facts.order.totals) },
    failure: reason && { reason, code: failure?.code ?? null, message: failure?.message ?? null },
  });
}

function renderOrder(schema: typeof order | typeof cartOrder, facts: OrderFacts | CartOrderFacts) {
  return toSnakeCase<Omit<z.output<typeof cartOrder>, 'cart_id'>>(Object.keys(schema.shape), {
    ...facts,
    paid: facts.isPaid,
    lines: facts.lines.map(renderLine),
    totals: { ...renderTotals(facts.totals), refunded: facts.refunded },
  });
}

function renderLine({ variantId, title, quantity, price }: SessionFacts['lines'][number]) {
  return { variant_id: variantId, title, quantity, price };
}

function renderTotals({ subtotal, discount, tax, shipping, total }: SessionFacts['totals']) {
  return { subtotal, discount, tax, shipping, total };
}
