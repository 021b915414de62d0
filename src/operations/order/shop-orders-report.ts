import type { Instant } from '../../commerce/time/time.ts';
import type { ShopOrderPage } from '../../store-platforms/store-platform.ts';

/** Longest period over which a shop's orders are summed, with today. */
export const SHOP_ORDER_DAYS = 90;

/** State of the recurring reading of a shop's orders, stored with its job. */
export interface ShopOrdersReport {
  /** Why the shop's orders cannot be summed, for the merchant; null: they can. */
  reason: string | null;
  history: ShopOrderPage['history'];
  reading: ShopOrdersReading | null;
}

export interface ShopOrdersReading {
  /** ISO dates, both included. */
  from: string;
  to: string;
  /** Settings of the store when the reading began. */
  timeZone: string;
  currency: string;
  startedAt: Instant;
  pages: number;
  after: string | null;
  sums: Record<string, { orders: number; revenue: number }>;
}

/** Days up to today that can be read from the shop. */
export function computeReadableDays(history: ShopOrdersReport['history']): number {
  return Math.min(SHOP_ORDER_DAYS, history?.days ?? SHOP_ORDER_DAYS);
}

export function readReport(report: unknown): ShopOrdersReport {
  return (report ?? { reason: null, history: null, reading: null }) as ShopOrdersReport;
}
