import { dayAfter, dayAt, daysOf, type Period } from '../commerce/days.ts';
import { timeZoneOf } from '../commerce/store.ts';
import { readReport, SHOP_ORDER_DAYS, type ShopOrdersReport } from '../operations/shop-orders-report.ts';
import { READ_SHOP_ORDERS } from '../operations/store-jobs.ts';
import type { ShopOrderDay } from '../storage/repositories/shop-order-days.ts';
import type { StoreVisit } from './merchant-context.ts';

/** Part of agents in all orders of the shop in a period. Either the figures or a reason is there. */
export interface OrderShare {
  /** From 0 to 1; null without orders of the shop, and where these are unknown. */
  orders: number | null;
  revenue: number | null;
  /** All orders of the shop, without canceled and refunded ones. */
  shopOrders: number | null;
  /** Minor units of the store's currency; orders in other currencies are not in it. */
  shopRevenue: number | null;
  /** ISO instant at which the last day was read. */
  asOf: string | null;
  /** Why the shop's orders are unknown; null where they are known. */
  reason: string | null;
}

/** Verified orders of agents, `revenue` in minor units of the store's currency. */
interface AgentOrders {
  orders: number;
  revenue: number;
}

export async function orderShare(
  { context, store }: StoreVisit<'jobs' | 'now' | 'outages' | 'shopOrderDays'>,
  { from, to, timeZone }: Period,
  agents: AgentOrders,
): Promise<OrderShare> {
  const today = dayAt(context.now(), timeZoneOf(store));
  if (from > today) return unknown('The period has not begun.');
  const passed = { from, to: to < today ? to : today, timeZone };
  const rows = await context.shopOrderDays.read(store.id, passed);
  const known = new Map(
    rows.filter((row) => row.currency === store.description.currency).map((row) => [row.day, row]),
  );
  const missing = daysOf(passed).filter(({ day }) => !known.has(day));
  const [first] = missing;
  if (!first) return shareOf([...known.values()], agents);
  if (store.disconnectedAt !== null) return unknown('The store is disconnected.');
  const [outage, stored] = await Promise.all([
    context.outages.reasonOf({ storeId: store.id }),
    context.jobs.progressOf(store.id, READ_SHOP_ORDERS),
  ]);
  return unknown(outage ?? whyMissing(first.day, today, readReport(stored)));
}

function unknown(reason: string): OrderShare {
  return { orders: null, revenue: null, shopOrders: null, shopRevenue: null, asOf: null, reason };
}

function whyMissing(day: string, today: string, { reason, history }: ShopOrdersReport): string {
  if (reason !== null) return reason;
  if (history && day <= dayAfter(today, -history.days)) return history.reason;
  if (day <= dayAfter(today, -SHOP_ORDER_DAYS))
    return `The orders of the last ${SHOP_ORDER_DAYS} days are read from the shop, and this period begins earlier.`;
  return 'The orders are still being read from the shop.';
}

/** The shop has at least the orders of agents, which are known before the next reading. */
function shareOf(days: readonly ShopOrderDay[], agents: AgentOrders): OrderShare {
  const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
  const shopOrders = Math.max(agents.orders, sum(days.map(({ orders }) => orders)));
  const shopRevenue = Math.max(agents.revenue, sum(days.map(({ revenue }) => revenue)));
  return {
    orders: shopOrders === 0 ? null : agents.orders / shopOrders,
    revenue: shopRevenue === 0 ? null : agents.revenue / shopRevenue,
    shopOrders,
    shopRevenue,
    asOf: days[0]?.readAt ?? null,
    reason: null,
  };
}
