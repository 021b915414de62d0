import { z } from 'zod';
import { SESSION_STEPS } from '../../commerce/checkout/buyer-steps.ts';
import { instantOrNull, integerOrNull, textOrNull } from '../fields.ts';
import { periodWire } from '../period.ts';
import type { DomainOf } from '../to-wire.ts';

const count = z.int();
const minor = z.int().describe('Minor units of the store’s currency.');
const orderSums = z.object({
  orders_verified: count,
  revenue_verified: minor,
  orders_claimed: count.describe('Orders that only the agent reported.'),
  revenue_claimed: minor,
  orders_by_cart: count.describe(
    'Part of the verified orders that buyers placed at the address of a cart, without a session.',
  ),
  revenue_by_cart: minor.describe('Revenue of these, in minor units: a part of the verified revenue.'),
});
const orders = orderSums.shape;

const ratios = {
  conversion: z
    .number()
    .nullable()
    .describe(
      'Verified orders per search, from 0 to 1. Null without searches, and for more orders than searches.',
    ),
  average_order: minor.nullable().describe('Verified revenue per verified order; null without orders.'),
};
const part = z.number().nullable().describe('From 0 to 1. Null when unknown, or when the shop had none.');

const carts = count.describe(
  'Carts whose agent was given the address where the buyer pays. A cart of which a session was made counts as the session.',
);

const totals = z.object({
  searches: count,
  sessions: count,
  handoffs: count.describe('Sessions whose agent was given the address where the buyer pays.'),
  carts,
  ...orders,
  ...ratios,
  currency: z.string(),
});

const byDay = z.array(
  z.object({ day: z.iso.date(), searches: count, sessions: count, handoffs: count, carts, ...orders }),
);

export const overviewResponse = z.object({
  period: periodWire,
  totals,
  previous: z
    .object({ period: periodWire, totals, by_day: byDay })
    .nullable()
    .describe('The same number of days right before the period; null when nothing happened in them.'),
  share: z
    .object({
      orders: part,
      revenue: part,
      agent_orders: integerOrNull.describe(
        'Verified orders of agents in any currency, up to `as_of`. The totals count later ones as well.',
      ),
      shop_orders: integerOrNull.describe('All orders of the shop except canceled and refunded ones.'),
      shop_revenue: minor.nullable().describe('Without orders in other currencies.'),
      as_of: instantOrNull.describe(
        'Time of the last reading. Later orders count neither for agents nor for the shop.',
      ),
      missing: textOrNull.describe(
        'Why days at the end of the period are not counted yet; null when each day has been read.',
      ),
      reason: textOrNull.describe('Why the shop’s orders are unknown; null where they are known.'),
    })
    .describe('Verified orders of agents as a part of all orders of the shop, which are read every hour.'),
  catalog_reads: z
    .object({
      answered: count.describe('Searches and look-ups that were answered.'),
      shop_calls: count.describe(
        'Calls to the shop for them, also those behind an answer and those that failed.',
      ),
    })
    .describe('Reads of the catalog. `freshness_seconds` of the store decides how many ask the shop.'),
  other_currencies: z.array(z.object({ currency: z.string(), ...orders })),
  funnel: z
    .array(
      z.object({
        step: z.enum(SESSION_STEPS),
        count: count
          .nullable()
          .describe('Sessions that came so far. Null where the shop does not report it.'),
        lost: count
          .nullable()
          .describe('Sessions that came to the step before, as far as known, and not to this one.'),
      }),
    )
    .describe('How far the buyers of the sessions that began in the period have come.'),
  cart_funnel: z
    .object({
      handed_over: carts,
      ordered: count.describe('The shop has an order of them, whatever its status.'),
      active: count.describe('They can still be ordered.'),
      canceled: count,
      expired: count,
    })
    .describe('Outcomes of the carts that were handed over in the period.'),
  by_day: byDay,
  by_agent: z.array(
    z.object({
      agent: z.string(),
      requests: count,
      searches: count,
      sessions: count,
      carts,
      ...orders,
      ...ratios,
    }),
  ),
  zero_result_searches: z.array(z.object({ query: z.string(), count, last_at: z.iso.datetime() })),
  rejected_codes: z.array(z.object({ code: z.string(), reason: z.string(), count })),
});

export type Overview = DomainOf<typeof overviewResponse>;
