import { BUYER_STEPS, type BuyerStep, type SessionStep } from '../../commerce/checkout/buyer-steps.ts';
import { daysOf, type Period, periodBefore } from '../../commerce/days.ts';
import { UNKNOWN_AGENT } from '../../commerce/policy/agents.ts';
import type { CountedPeriod, DayCount, OrderSum } from '../../storage/repositories/statistics.ts';
import type { StoreVisit } from '../visit.ts';
import { type OrderShare, orderShare } from './order-share.ts';

/** Sums of one day or one agent. Revenue in minor units of the store's currency. */
interface Sums extends Record<BuyerStep, number> {
  requests: number;
  searches: number;
  sessions: number;
  handoffs: number;
  /** Sessions of which the shop has reported a step before the payment. */
  followed: number;
  ordersVerified: number;
  revenueVerified: number;
  ordersClaimed: number;
  revenueClaimed: number;
}

/** Sums with their ratios; null where there is nothing to divide by. */
export interface Figures extends Sums {
  /** Verified orders per search. Null also for more orders than searches: these products were found elsewhere. */
  conversion: number | null;
  /** Verified revenue per verified order, in minor units. */
  averageOrder: number | null;
}

export interface Overview {
  period: Period;
  currency: string;
  totals: Figures;
  funnel: FunnelStep[];
  share: OrderShare;
  /** Answered searches and look-ups, and the calls to the shop for them. */
  catalogReads: { answered: number; shopCalls: number };
  /** The same number of days right before the period; null when nothing happened in them. */
  previous: { period: Period; totals: Figures } | null;
  days: (Sums & { day: string })[];
  agents: (Figures & { agent: string })[];
  /** Orders in other currencies, which are never added to the totals. */
  otherCurrencies: (Pick<Sums, 'ordersVerified' | 'revenueVerified' | 'ordersClaimed' | 'revenueClaimed'> & {
    currency: string;
  })[];
  emptySearches: { subject: string; count: number; lastAt: string }[];
  rejectedCodes: { subject: string; detail: string; count: number }[];
}

/** Null where the shop reports no steps before the payment. */
interface FunnelStep {
  step: SessionStep;
  /** Sessions that came so far. */
  count: number | null;
  /** Sessions that came to the step before, as far as known, and not to this one. */
  lost: number | null;
}

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
  const totals = figuresOf(sumOf(parts));
  const otherCurrencies = othersThan(currency, orders);
  const isEmpty = earlier.parts.length === 0;
  return {
    period,
    currency,
    totals,
    funnel: funnelOf(totals),
    share: await orderShare(visit, period),
    catalogReads: { answered: totalOf(answered), shopCalls: totalOf(shopCalls) },
    previous: isEmpty ? null : { period: before, totals: figuresOf(sumOf(earlier.parts)) },
    days: byDay(parts, period),
    agents: byAgent(parts),
    otherCurrencies,
    emptySearches,
    rejectedCodes,
  };
}

function totalOf(counts: readonly DayCount[]): number {
  return counts.reduce((sum, { count }) => sum + count, 0);
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

const NOTHING: Sums = {
  requests: 0,
  searches: 0,
  sessions: 0,
  handoffs: 0,
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

function sumOf(parts: readonly Pick<Part, 'sums'>[]): Sums {
  const total = { ...NOTHING };
  for (const { sums } of parts) {
    for (const name of Object.keys(NOTHING) as (keyof Sums)[]) total[name] += sums[name] ?? 0;
  }
  return total;
}

function figuresOf(sums: Sums): Figures {
  const { searches, ordersVerified, revenueVerified } = sums;
  const isConversion = searches > 0 && ordersVerified <= searches;
  return {
    ...sums,
    conversion: isConversion ? ordersVerified / searches : null,
    averageOrder: ordersVerified === 0 ? null : Math.round(revenueVerified / ordersVerified),
  };
}

function funnelOf({ sessions, handoffs, followed, opened, address, payment, paid }: Sums): FunnelStep[] {
  const isFollowed = followed > 0 || opened > payment;
  let before = sessions;
  const step = (name: SessionStep, count: number, isKnown = true): FunnelStep => {
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

function byDay(parts: readonly Part[], period: Period): Overview['days'] {
  const partsOfDays = Map.groupBy(parts, ({ day }) => day);
  return daysOf(period).map(({ day }) => ({ day, ...sumOf(partsOfDays.get(day) ?? []) }));
}

/** Sorted by verified revenue, highest first. */
function byAgent(parts: readonly Part[]): Overview['agents'] {
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
    const { ordersVerified, revenueVerified, ordersClaimed, revenueClaimed } = sums;
    return { currency: other, ordersVerified, revenueVerified, ordersClaimed, revenueClaimed };
  });
}
