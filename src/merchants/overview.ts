import { UNKNOWN_AGENT } from '../commerce/agents.ts';
import { DAY_MS } from '../commerce/time.ts';
import type { DayCount, OrderSum, Period } from '../storage/repositories/statistics.ts';
import type { StoreVisit } from './merchant-context.ts';

/** Sums of one day or one agent. Revenue in minor units of the store's currency. */
export interface Sums {
  requests: number;
  searches: number;
  sessions: number;
  handoffs: number;
  ordersVerified: number;
  revenueVerified: number;
  ordersClaimed: number;
  revenueClaimed: number;
}

export interface Overview {
  period: { from: string; to: string };
  currency: string;
  totals: Sums;
  days: (Sums & { day: string })[];
  agents: (Sums & { agent: string })[];
  /** Orders in other currencies, which are never added to the totals. */
  otherCurrencies: (Pick<Sums, 'ordersVerified' | 'revenueVerified' | 'ordersClaimed' | 'revenueClaimed'> & {
    currency: string;
  })[];
  emptySearches: { subject: string; count: number; lastAt: string }[];
  rejectedCodes: { subject: string; detail: string; count: number }[];
}

const MAX_LISTED = 50;

/** Counts agent activity and revenue. Excludes canceled and refunded orders, and the playground and the service's checks. */
export async function overviewOf(
  { context, store }: StoreVisit,
  { from, to }: { from: string; to: string },
): Promise<Overview> {
  await context.flushCalls();
  const period: Period = { from, to };
  const { statistics } = context;
  const [requests, searches, sessions, gone, goneHandoffs, orders, emptySearches, rejectedCodes] =
    await Promise.all([
      statistics.counted(store.id, 'request', period),
      statistics.counted(store.id, 'search', period),
      statistics.sessions(store.id, period),
      statistics.counted(store.id, 'session_forgotten', period),
      statistics.counted(store.id, 'handoff_forgotten', period),
      statistics.orders(store.id, period),
      statistics.subjects(store.id, 'empty_search', period, MAX_LISTED),
      statistics.subjects(store.id, 'rejected_code', period, MAX_LISTED),
    ]);
  const { currency } = store.description;
  const parts: Part[] = [
    ...requests.map((each) => part(each, { requests: each.count })),
    ...searches.map((each) => part(each, { searches: each.count })),
    ...sessions.map((each) => part(each, { sessions: each.sessions, handoffs: each.handoffs })),
    ...gone.map((each) => part(each, { sessions: each.count })),
    ...goneHandoffs.map((each) => part(each, { handoffs: each.count })),
    ...orders.filter((each) => each.currency === currency).map((each) => part(each, sumsOfOrders(each))),
  ];
  return {
    period: { from, to },
    currency,
    totals: sumOf(parts),
    days: daysOf(from, to).map((day) => ({ day, ...sumOf(parts.filter((each) => each.day === day)) })),
    agents: byAgent(parts),
    otherCurrencies: othersThan(currency, orders),
    emptySearches,
    rejectedCodes,
  };
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

/** Sorted by verified revenue, highest first. */
function byAgent(parts: readonly Part[]): Overview['agents'] {
  const agents = [...Map.groupBy(parts, ({ agent }) => agent)].map(([agent, its]) => ({
    agent,
    ...sumOf(its),
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

function daysOf(from: string, to: string): string[] {
  const count = Math.floor((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
  return Array.from({ length: count }, (_, index) => dayAt(Date.parse(from) + index * DAY_MS));
}

/** ISO date of an instant in epoch milliseconds. */
export function dayAt(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10);
}
