import { BUYER_STEPS, type SessionStep } from '../../commerce/checkout/buyer-steps.ts';
import { daysOf, type Period, periodBefore } from '../../commerce/days.ts';
import { sum } from '../../commerce/money.ts';
import { UNKNOWN_AGENT } from '../../commerce/policy/agents.ts';
import type { CountedPeriod, DayCount, OrderSum } from '../../storage/repositories/statistics.ts';
import type { StoreVisit } from '../visit.ts';
import { orderShare, rounded } from './order-share.ts';
import type { Overview } from './overview-wire.ts';

/** Sums of one day or one agent; revenue in minor units of the store's currency. */
const NOTHING = {
  requests: 0,
  searches: 0,
  sessions: 0,
  handoffs: 0,
  /** Sessions of which the shop has reported a step before the payment. */
  followed: 0,
  opened: 0,
  address: 0,
  payment: 0,
  paid: 0,
  ordersVerified: 0,
  revenueVerified: 0,
  ordersClaimed: 0,
  revenueClaimed: 0,
};

type Sums = typeof NOTHING;

const MAX_LISTED = 50;

/** Counts agent activity and revenue. Excludes canceled and refunded orders, and tests unless the period includes them. */
export async function overviewOf(
  visit: StoreVisit<'flushCalls' | 'jobs' | 'now' | 'outages' | 'shopOrderDays' | 'statistics'>,
  period: CountedPeriod,
): Promise<Overview> {
  const { context, store } = visit;
  await context.flushCalls();
  const { statistics } = context;
  const { tests } = period;
  const before = { ...periodBefore(period), ...(tests ? { tests } : {}) };
  const [{ parts, orders }, earlier, answered, shopCalls, emptySearches, rejectedCodes] = await Promise.all([
    partsOf(visit, period),
    partsOf(visit, before),
    statistics.counted(store.id, 'catalog_read', period),
    statistics.counted(store.id, 'catalog_call', period),
    statistics.subjects(store.id, 'empty_search', period, MAX_LISTED),
    statistics.subjects(store.id, 'rejected_code', period, MAX_LISTED),
  ]);
  const { currency } = store.description;
  const sums = sumOf(parts);
  const isEmpty = earlier.parts.length === 0;
  return {
    period,
    totals: { ...figuresOf(sums), currency },
    previous: isEmpty ? null : { period: before, totals: { ...figuresOf(sumOf(earlier.parts)), currency } },
    share: await orderShare(visit, period),
    catalogReads: { answered: totalOf(answered), shopCalls: totalOf(shopCalls) },
    otherCurrencies: othersThan(currency, orders),
    funnel: funnelOf(sums),
    byDay: byDay(parts, period),
    byAgent: byAgent(parts),
    zeroResultSearches: emptySearches.map(({ subject, ...search }) => ({ query: subject, ...search })),
    rejectedCodes: rejectedCodes.map(({ subject: code, detail: reason, count }) => ({ code, reason, count })),
  };
}

function totalOf(counts: readonly DayCount[]): number {
  return sum(counts.map(({ count }) => count));
}

async function partsOf(
  { context: { statistics }, store }: StoreVisit<'statistics'>,
  period: CountedPeriod,
): Promise<{ parts: Part[]; orders: OrderSum[] }> {
  const [requests, searches, sessions, gone, goneHandoffs, goneSteps, orders] = await Promise.all([
    statistics.counted(store.id, 'request', period),
    statistics.counted(store.id, 'search', period),
    statistics.sessions(store.id, period),
    statistics.counted(store.id, 'session_forgotten', period),
    statistics.counted(store.id, 'handoff_forgotten', period),
    Promise.all(BUYER_STEPS.map((step) => statistics.counted(store.id, `${step}_forgotten`, period))),
    statistics.orders(store.id, daysOf(period), period.tests),
  ]);
  const own = orders.filter((each) => each.currency === store.description.currency);
  const parts = [
    ...requests.map((each) => part(each, { requests: each.count })),
    ...searches.map((each) => part(each, { searches: each.count })),
    ...sessions.map(({ day, agent, ...counts }) => part({ day, agent }, counts)),
    ...gone.map((each) => part(each, { sessions: each.count })),
    ...goneHandoffs.map((each) => part(each, { handoffs: each.count })),
    ...BUYER_STEPS.flatMap((step, at) =>
      (goneSteps[at] ?? []).map((each) => part(each, { [step]: each.count })),
    ),
    ...own.map((each) => part(each, sumsOfOrders(each))),
  ];
  return { parts, orders };
}

interface Part {
  day: string;
  agent: string;
  sums: Partial<Sums>;
}

function part({ day, agent }: Pick<DayCount, 'day'> & { agent: string | null }, sums: Partial<Sums>): Part {
  return { day, agent: agent || UNKNOWN_AGENT, sums };
}

function sumsOfOrders({ payment, count, revenue }: OrderSum): Partial<Sums> {
  return payment === 'verified'
    ? { ordersVerified: count, revenueVerified: revenue }
    : { ordersClaimed: count, revenueClaimed: revenue };
}

function sumOf(parts: readonly Pick<Part, 'sums'>[]): Sums {
  const total = { ...NOTHING };
  for (const { sums } of parts) {
    for (const name of Object.keys(NOTHING) as (keyof Sums)[]) total[name] += sums[name] ?? 0;
  }
  return total;
}

/** Sums with their ratios; null where there is nothing to divide by. */
function figuresOf(sums: Sums) {
  const { searches, ordersVerified, revenueVerified } = sums;
  const isConversion = searches > 0 && ordersVerified <= searches;
  return {
    ...sums,
    conversion: isConversion ? rounded(ordersVerified / searches) : null,
    averageOrder: ordersVerified === 0 ? null : Math.round(revenueVerified / ordersVerified),
  };
}

function funnelOf({
  sessions,
  handoffs,
  followed,
  opened,
  address,
  payment,
  paid,
}: Sums): Overview['funnel'] {
  const isFollowed = followed > 0 || opened > payment;
  let before = sessions;
  const step = (name: SessionStep, count: number, isKnown = true) => {
    if (!isKnown) return { step: name, count: null, lost: null };
    const lost = before - count;
    before = count;
    return { step: name, count, lost };
  };
  return [
    step('created', sessions),
    step('handed_over', handoffs),
    step('opened', opened, isFollowed),
    step('address', address, isFollowed),
    step('payment', payment),
    step('paid', paid),
  ];
}

function byDay(parts: readonly Part[], period: Period): Overview['byDay'] {
  const partsOfDays = Map.groupBy(parts, ({ day }) => day);
  return daysOf(period).map(({ day }) => ({ day, ...sumOf(partsOfDays.get(day) ?? []) }));
}

/** Sorted by verified revenue, highest first. */
function byAgent(parts: readonly Part[]): Overview['byAgent'] {
  const agents = [...Map.groupBy(parts, ({ agent }) => agent)].map(([agent, its]) => ({
    agent,
    ...figuresOf(sumOf(its)),
  }));
  return agents.sort(
    (one, other) =>
      other.revenueVerified - one.revenueVerified ||
      other.sessions - one.sessions ||
      other.requests - one.requests ||
      one.agent.localeCompare(other.agent),
  );
}

function othersThan(currency: string, orders: readonly OrderSum[]): Overview['otherCurrencies'] {
  const others = Map.groupBy(
    orders.filter((each) => each.currency !== currency),
    (each) => each.currency,
  );
  return [...others].map(([other, its]) => {
    const sums = sumOf(its.map((each) => ({ sums: sumsOfOrders(each) })));
    return { currency: other, ...sums };
  });
}
