import { z } from 'zod';
import { SESSION_STEPS } from '../../commerce/checkout/buyer-steps.ts';
import { forStore, type MerchantEndpoint } from '../action.ts';
import { csvReply } from '../csv.ts';
import { setupOf } from '../identity/setup.ts';
import { period, periodOf, periodWire, renderPeriod } from '../period.ts';
import { toWire } from '../to-wire.ts';
import { type Figures, type Overview, overviewOf } from './count-overview.ts';

const MAX_DAYS = 400;

const count = z.int();
const minor = z.int().describe('Minor units of the store’s currency.');
const orderSums = z.object({
  orders_verified: count,
  revenue_verified: minor,
  orders_claimed: count.describe('Orders that only the agent reported.'),
  revenue_claimed: minor,
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

const totals = z.object({
  searches: count,
  sessions: count,
  handoffs: count.describe('Sessions whose agent was given the address where the buyer pays.'),
  ...orders,
  ...ratios,
  currency: z.string(),
});

const overviewResponse = z.object({
  period: periodWire,
  totals,
  previous: z
    .object({ period: periodWire, totals })
    .nullable()
    .describe('The same number of days right before the period; null when nothing happened in them.'),
  share: z
    .object({
      orders: part,
      revenue: part,
      agent_orders: z
        .int()
        .nullable()
        .describe(
          'Verified orders of agents in any currency, up to `as_of`. The totals count later ones as well.',
        ),
      shop_orders: z.int().nullable().describe('All orders of the shop except canceled and refunded ones.'),
      shop_revenue: minor.nullable().describe('Without orders in other currencies.'),
      as_of: z.iso
        .datetime()
        .nullable()
        .describe('Time of the last reading. Later orders count neither for agents nor for the shop.'),
      missing: z
        .string()
        .nullable()
        .describe('Why days at the end of the period are not counted yet; null when each day has been read.'),
      reason: z.string().nullable().describe('Why the shop’s orders are unknown; null where they are known.'),
    })
    .describe('Verified orders of agents as a part of all orders of the shop, which are read every hour.'),
  catalog_reads: z
    .object({
      answered: count.describe('Searches and look-ups that were answered.'),
      shop_calls: count.describe(
        'Calls to the shop for them, also those behind an answer and those that failed.',
      ),
    })
    .describe('What answering without the shop saves: see `freshness_seconds` of the store.'),
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
  by_day: z.array(
    z.object({ day: z.iso.date(), searches: count, sessions: count, handoffs: count, ...orders }),
  ),
  by_agent: z.array(
    z.object({
      agent: z.string(),
      requests: count,
      searches: count,
      sessions: count,
      ...orders,
      ...ratios,
    }),
  ),
  zero_result_searches: z.array(z.object({ query: z.string(), count, last_at: z.iso.datetime() })),
  rejected_codes: z.array(z.object({ code: z.string(), reason: z.string(), count })),
});

const setupStepWire = z.object({
  id: z.enum(['connect', 'discovery', 'test_purchase', 'live']),
  title: z.string(),
  done: z.boolean(),
  detail: z.string(),
});

export const overviewEndpoints: MerchantEndpoint[] = [
  forStore({
    id: 'getStoreOverview',
    rest: 'GET /stores/{slug}/overview',
    isCostly: true,
    summary:
      'Returns the activity of agents in a period and its revenue. Canceled and refunded orders do not count, and partial refunds are subtracted; nor do the console’s playground and the service’s own checks. Days are those of the store’s time zone.',
    input: z.object({
      ...period,
      format: z
        .enum(['json', 'csv_by_day', 'csv_by_agent', 'csv_rejected_codes'])
        .default('json')
        .describe(
          'csv_by_day, csv_by_agent, csv_rejected_codes: these rows as a file, with amounts as decimals.',
        ),
    }),
    output: overviewResponse,
    async run(visit, input) {
      const overview = render(await overviewOf(visit, periodOf(visit, input, MAX_DAYS)));
      if (input.format === 'json') return { body: overview };
      return overviewFile(visit.store.slug, overview, LISTS[input.format]);
    },
  }),
  forStore({
    id: 'getStoreSetup',
    rest: 'GET /stores/{slug}/setup',
    summary: 'Returns the steps from a connected store to one that agents buy from, and which are done.',
    output: z.object({ steps: z.array(setupStepWire) }),
    async run(visit) {
      return { body: { steps: await setupOf(visit) } };
    },
  }),
];

const LISTS = {
  csv_by_day: 'by_day',
  csv_by_agent: 'by_agent',
  csv_rejected_codes: 'rejected_codes',
} as const;

function overviewFile(
  slug: string,
  overview: ReturnType<typeof render>,
  list: (typeof LISTS)[keyof typeof LISTS],
) {
  const { currency } = overview.totals;
  const common = {
    ...(list === 'rejected_codes' ? {} : { currency }),
    ...(list === 'by_day' ? { time_zone: overview.period.time_zone } : {}),
  };
  const columns = [...Object.keys(overviewResponse.shape[list].element.shape), ...Object.keys(common)];
  const rows = overview[list].map((row) => ({ ...row, ...common }));
  return csvReply(`${slug}-${list.replace('_', '-')}`, columns, rows);
}

function render(overview: Overview) {
  const { totals, currency, previous } = overview;
  return {
    period: renderPeriod(overview.period),
    totals: renderTotals(totals, currency),
    previous: previous && {
      period: renderPeriod(previous.period),
      totals: renderTotals(previous.totals, currency),
    },
    share: toWire(overviewResponse.shape.share, {
      ...overview.share,
      orders: rounded(overview.share.orders),
      revenue: rounded(overview.share.revenue),
    }),
    catalog_reads: toWire(overviewResponse.shape.catalog_reads, overview.catalogReads),
    other_currencies: overview.otherCurrencies.map((other) => ({
      currency: other.currency,
      ...toWire(orderSums, other),
    })),
    funnel: overview.funnel,
    by_day: overview.days.map((figures) => toWire(overviewResponse.shape.by_day.element, figures)),
    by_agent: overview.agents.map((figures) =>
      toWire(overviewResponse.shape.by_agent.element, {
        ...figures,
        conversion: rounded(figures.conversion),
      }),
    ),
    zero_result_searches: overview.emptySearches.map(({ subject, count: times, lastAt }) => ({
      query: subject,
      count: times,
      last_at: lastAt,
    })),
    rejected_codes: overview.rejectedCodes.map(({ subject, detail, count: times }) => ({
      code: subject,
      reason: detail,
      count: times,
    })),
  };
}

function renderTotals(figures: Figures, currency: string) {
  const { searches, sessions, handoffs } = figures;
  return { searches, sessions, handoffs, ...toWire(orderSums, figures), ...renderRatios(figures), currency };
}

function renderRatios({ conversion, averageOrder }: Figures) {
  return { conversion: rounded(conversion), average_order: averageOrder };
}

/** To hundredths of a percent. */
function rounded(share: number | null): number | null {
  return share === null ? null : Math.round(share * 10_000) / 10_000;
}
