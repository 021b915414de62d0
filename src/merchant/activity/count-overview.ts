import { BUYER_STEPS, SESSION_STEPS, type SessionStep } from '../../commerce/checkout/buyer-steps.ts';
import { CART_OUTCOMES } from '../../commerce/checkout/cart.ts';
import type { CountKind } from '../../commerce/counts/daily-counts.ts';
import { sum } from '../../commerce/money/money.ts';
import { UNKNOWN_AGENT } from '../../commerce/policy/agents.ts';
import { getDays, getPeriodBefore, type Period } from '../../commerce/time/days.ts';
import type { CountedPeriod, DayCount, OrderSum } from '../../storage/repositories/activity/statistics.ts';
import { type AtStore, getNow } from '../visit.ts';
import { orderShare, roundShare } from './order-share.ts';
import type { Overview } from './overview-wire.ts';

/** Sums of one day or one agent; revenue in minor units of the store's currency. */
const NOTHING = {
  requests: 0,
  searches: 0,
  sessions: 0,
  handoffs: 0,
  /** Sessions with a step before the payment that the shop has reported. */
  followed: 0,
  opened: 0,
  address: 0,
  payment: 0,
  paid: 0,
  /** Carts without a session, and their outcomes. */
  carts: 0,
  ordered: 0,
  active: 0,
  canceled: 0,
  expired: 0,
  ordersVerified: 0,
  revenueVerified: 0,
  ordersClaimed: 0,
  revenueClaimed: 0,
  ordersByCart: 0,
  revenueByCart: 0,
};

type Sums = typeof NOTHING;

const MAX_LISTED = 50;

/** Counts agent activity and revenue. Excludes canceled and refunded orders, and tests unless the period includes them. */
export async function countOverview(visit: AtStore, period: CountedPeriod): Promise<Overview> {
  const { context, store } = visit;
  await Promise.all([context.carts.cancelExpired(getNow(visit)), context.flushCalls()]);
  const { statistics } = context;
  const { tests } = period;
  const before = { ...getPeriodBefore(period), ...(tests && { tests }) };
  const [{ parts, orders }, earlier, catalogReads, emptySearches, rejectedCodes] = await Promise.all([
    countParts(visit, period),
    countParts(visit, before),
    statistics.listCounts(store.id, ['catalog_read', 'catalog_call'], period),
    statistics.listSubjects(store.id, 'empty_search', period, MAX_LISTED),
    statistics.listSubjects(store.id, 'rejected_code', period, MAX_LISTED),
  ]);
  const { currency } = store.description;
  const sums = sumOf(parts);
  const previous = {
    period: before,
    totals: { ...toFigures(sumOf(earlier.parts)), currency },
    byDay: groupByDay(earlier.parts, before),
  };
  return {
    period,
    totals: { ...toFigures(sums), currency },
    previous: earlier.parts.length === 0 ? null : previous,
    share: await orderShare(visit, period),
    catalogReads: {
      answered: computeTotal(catalogReads, 'catalog_read'),
      shopCalls: computeTotal(catalogReads, 'catalog_call'),
    },
    otherCurrencies: [...Map.groupBy(orders, (each) => each.currency)]
      .filter(([other]) => other !== currency)
      .map(([other, its]) => ({ currency: other, ...sumOf(its.map(toSumsOfOrders)) })),
    funnel: toFunnel(sums),
    cartFunnel: { ...sums, handedOver: sums.carts },
    byDay: groupByDay(parts, period),
    byAgent: groupByAgent(parts),
    zeroResultSearches: emptySearches.map(({ subject, ...search }) => ({ query: subject, ...search })),
    rejectedCodes: rejectedCodes.map(({ subject: code, detail: reason, count }) => ({ code, reason, count })),
  };
}

function computeTotal(counts: readonly DayCount[], kind: CountKind): number {
  return sum(counts.map((each) => (each.kind === kind ? each.count : 0)));
}

async function countParts({ context: { statistics }, store }: AtStore, period: CountedPeriod) {
  const [counted, sessions, carts, orders] = await Promise.all([
    statistics.listCounts(store.id, [...COUNTED.keys()], period),
    statistics.countSessions(store.id, period),
    statistics.countCarts(store.id, period),
    statistics.sumOrders(store.id, getDays(period), period.tests),
  ]);
  const own = orders.filter((each) => each.currency === store.description.currency);
  const parts = [
    ...counted.map(({ kind, count, day, agent }) => ({ day, agent, [COUNTED.get(kind) ?? '']: count })),
    ...sessions,
    ...carts,
    ...own.map((each) => ({ day: each.day, agent: each.agent, ...toSumsOfOrders(each) })),
  ].map((part): Part => ({ ...part, agent: part.agent || UNKNOWN_AGENT }));
  return { parts, orders };
}

/** Sums that are counted by day: of calls, and of rows that retention has deleted. */
const COUNTED: ReadonlyMap<CountKind, keyof Sums> = new Map<CountKind, keyof Sums>([
  ['request', 'requests'],
  ['search', 'searches'],
  ['session_forgotten', 'sessions'],
  ['handoff_forgotten', 'handoffs'],
  ...BUYER_STEPS.map((step) => [`${step}_forgotten`, step] as const),
  ['cart_forgotten', 'carts'],
  ...CART_OUTCOMES.map((outcome) => [`cart_${outcome}_forgotten`, outcome] as const),
]);

type Part = Partial<Sums> & Record<'day' | 'agent', string>;

function toSumsOfOrders({ payment, isByCart, count, revenue }: OrderSum): Partial<Sums> {
  if (payment === 'claimed') return { ordersClaimed: count, revenueClaimed: revenue };
  const byCart = isByCart ? { ordersByCart: count, revenueByCart: revenue } : {};
  return { ordersVerified: count, revenueVerified: revenue, ...byCart };
}

function sumOf(parts: readonly Partial<Sums>[]): Sums {
  const total = { ...NOTHING };
  for (const part of parts)
    for (const name of Object.keys(NOTHING) as (keyof Sums)[]) total[name] += part[name] ?? 0;
  return total;
}

/** Sums with their ratios; null where there is nothing to divide by. */
function toFigures(sums: Sums) {
  const { searches, ordersVerified, revenueVerified } = sums;
  const isConversion = searches > 0 && ordersVerified <= searches;
  return {
    ...sums,
    conversion: isConversion ? roundShare(ordersVerified / searches) : null,
    averageOrder: ordersVerified === 0 ? null : Math.round(revenueVerified / ordersVerified),
  };
}

function toFunnel(sums: Sums): Overview['funnel'] {
  const isFollowed = sums.followed > 0 || sums.opened > sums.payment;
  const counts: Record<SessionStep, number | null> = {
    created: sums.sessions,
    handed_over: sums.handoffs,
    opened: isFollowed ? sums.opened : null,
    address: isFollowed ? sums.address : null,
    payment: sums.payment,
    paid: sums.paid,
  };
  let before = sums.sessions;
  return SESSION_STEPS.map((step) => {
    const count = counts[step];
    const lost = count === null ? null : before - count;
    before = count ?? before;
    return { step, count, lost };
  });
}

function groupByDay(parts: readonly Part[], period: Period): Overview['byDay'] {
  const partsOfDays = Map.groupBy(parts, ({ day }) => day);
  return getDays(period).map(({ day }) => ({ day, ...sumOf(partsOfDays.get(day) ?? []) }));
}

function groupByAgent(parts: readonly Part[]): Overview['byAgent'] {
  const agents = [...Map.groupBy(parts, ({ agent }) => agent)].map(([agent, its]) => ({
    agent,
    ...toFigures(sumOf(its)),
  }));
  return agents.sort(
    (one, other) =>
      other.revenueVerified - one.revenueVerified ||
      other.sessions - one.sessions ||
      other.requests - one.requests ||
      one.agent.localeCompare(other.agent),
  );
}
