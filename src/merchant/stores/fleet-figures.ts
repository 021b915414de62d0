import { z } from 'zod';
import { sum } from '../../commerce/money/money.ts';
import type { FleetFilter } from '../../commerce/store/fleet-filter.ts';
import { type Store, timeZoneOf } from '../../commerce/store/store.ts';
import { getDays, toDay, toSpan } from '../../commerce/time/days.ts';
import type {
  StorePart,
  StoreRevenue,
  StoreSpan,
} from '../../storage/repositories/activity/fleet-figures.ts';
import { forAccount } from '../action.ts';
import { format } from '../csv.ts';
import { period, toDates } from '../period.ts';
import type { DomainOf } from '../to-wire.ts';
import type { AccountVisit } from '../visit.ts';
import { fleetFilter, listStores } from './store-wire.ts';

const byCart = {
  orders_by_cart: z
    .int()
    .describe('Part of the verified orders that was placed at the address of a cart, without a session.'),
  revenue_by_cart: z.int().describe('Revenue of these, in minor units.'),
};

const revenueWire = z.object({
  currency: z.string(),
  orders_verified: z.int(),
  revenue_verified: z.int().describe('Minor units.'),
  ...byCart,
});

const figures = {
  orders_verified: z.int().describe('In all currencies.'),
  orders_by_cart: byCart.orders_by_cart,
  agents: z.int().describe('Agents that called, each once.'),
  revenue: z.array(revenueWire).describe('By currency; amounts of different currencies are never added.'),
};

/** Bound of the parts of a period in `trend`. */
const MAX_PARTS = 31;

const storeFigures = z.object({ slug: z.string(), test_mode: z.boolean(), ...figures });

const storeWithTrend = storeFigures.extend({
  trend: z
    .array(z.int())
    .describe(
      `Verified orders by day, oldest first; of equal runs of days, the last one possibly shorter, when the period has more than ${MAX_PARTS}.`,
    ),
});

const fleetReply = z.object({
  period: z.object({ from: z.iso.date(), to: z.iso.date() }).describe('Days of each store’s own time zone.'),
  items: z.array(storeWithTrend),
  totals: z
    .array(z.object({ test_mode: z.boolean(), stores: z.int(), ...figures }))
    .describe('Of live stores, and of test stores apart.'),
});

export const fleetEndpoints = [
  forAccount({
    id: 'listStoreFigures',
    route: 'GET /store-figures',
    isCostly: true,
    tag: 'stores',
    summary:
      'Returns the verified orders, the revenue and the number of agents of each of the account’s stores in a period, and in total. Tests count at test stores only.',
    input: z.object({
      ...fleetFilter,
      ...period,
      format: format.format.describe('csv: a row for each store and currency, with amounts as decimals.'),
    }),
    output: fleetReply,
    run: findFigures,
    file: {
      row: storeFigures.pick({ slug: true, test_mode: true, agents: true }).extend(revenueWire.shape),
      rows: ({ items }) =>
        items.flatMap(({ revenue, ...store }) =>
          (revenue.length > 0 ? revenue : [{}]).map((each) => ({ ...store, ...each })),
        ),
    },
  }),
];

type FigureInput = Parameters<typeof toDates>[0] & FleetFilter;

/** Reads by the same number of statements for any number of stores. */
async function findFigures(visit: AccountVisit, input: FigureInput): Promise<DomainOf<typeof fleetReply>> {
  const { fleetFigures, now } = visit.context;
  const stores = await listStores(visit, input);
  const days = stores.map(({ timeZone }) => toDay(now(), timeZone)).toSorted();
  const dates = toDates(input, days.at(-1) ?? toDay(now(), 'UTC'));
  const spans: StoreSpan[] = stores.map((store) => {
    const span = toSpan({ ...dates, timeZone: timeZoneOf(store) });
    return { id: store.id, tests: toTests(store), ...dates, ...span };
  });
  const kinds = [false, true].flatMap((isTest) => {
    const its = stores.filter(({ sandbox }) => sandbox === isTest);
    return its.length > 0 ? [{ isTest, its, ids: new Set(its.map(({ id }) => id)) }] : [];
  });
  const [revenue, agents, ...inTotal] = await Promise.all([
    fleetFigures.sumRevenue(spans),
    fleetFigures.countAgentsByStore(spans),
    ...kinds.map(({ ids }) => fleetFigures.countAgents(spans.filter(({ id }) => ids.has(id)))),
  ]);
  const byStore = Map.groupBy(revenue, ({ storeId }) => storeId);
  const getParts = createPartReader(dates);
  const parts: StorePart[] = stores
    .filter(({ id }) => byStore.has(id))
    .flatMap((store) =>
      getParts(store).map((span, part) => ({ id: store.id, tests: toTests(store), part, ...span })),
    );
  const trends = await fleetFigures.countOrdersByPart(parts);
  return {
    period: dates,
    items: stores.map((store) => ({
      slug: store.slug,
      testMode: store.sandbox,
      ...sumByCurrency(byStore.get(store.id) ?? []),
      agents: agents.get(store.id) ?? 0,
      trend: getParts(store).map((_, part) => trends.get(store.id)?.get(part) ?? 0),
    })),
    totals: kinds.map(({ isTest, its, ids }, index) => ({
      testMode: isTest,
      stores: its.length,
      ...sumByCurrency(revenue.filter(({ storeId }) => ids.has(storeId))),
      agents: inTotal[index] ?? 0,
    })),
  };
}

/** All that is bought at a test store is a test. */
const toTests = ({ sandbox }: Store) => (sandbox ? 'include' : 'exclude');

type Parts = readonly Pick<StorePart, 'begin' | 'end'>[];

/** Divides the days of a period in a store's time zone into runs of the same length, of one day where there are few. */
function createPartReader(dates: Record<'from' | 'to', string>): (store: Store) => Parts {
  const read = new Map<string, Parts>();
  return (store) => {
    const timeZone = timeZoneOf(store);
    const cached = read.get(timeZone);
    if (cached) return cached;
    const days = getDays({ ...dates, timeZone });
    const length = Math.ceil(days.length / MAX_PARTS);
    const firsts = days.filter((_, place) => place % length === 0);
    const end = days.at(-1)?.end ?? '';
    const parts = firsts.map(({ begin }, part) => ({ begin, end: firsts[part + 1]?.begin ?? end }));
    read.set(timeZone, parts);
    return parts;
  };
}

function sumByCurrency(rows: readonly StoreRevenue[]) {
  const revenue = [...Map.groupBy(rows, ({ currency }) => currency)]
    .map(([currency, its]) => {
      const byCart = its.filter(({ isByCart }) => isByCart);
      return {
        currency,
        ordersVerified: sum(its.map(({ orders }) => orders)),
        revenueVerified: sum(its.map((each) => each.revenue)),
        ordersByCart: sum(byCart.map(({ orders }) => orders)),
        revenueByCart: sum(byCart.map((each) => each.revenue)),
      };
    })
    .toSorted(
      (one, other) => other.ordersVerified - one.ordersVerified || one.currency.localeCompare(other.currency),
    );
  const ordersVerified = sum(revenue.map((each) => each.ordersVerified));
  return { ordersVerified, ordersByCart: sum(revenue.map((each) => each.ordersByCart)), revenue };
}
