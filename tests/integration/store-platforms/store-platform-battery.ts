import { describe } from 'node:test';
import { accessTests } from './battery/access.ts';
import { cartTests } from './battery/carts.ts';
import { catalogTests } from './battery/catalog.ts';
import { couponTests } from './battery/coupon-cases.ts';
import { discountTests } from './battery/discount-codes.ts';
import { failureTests } from './battery/failures.ts';
import { listingTests } from './battery/listing.ts';
import type { BatteryStart, Open } from './battery/opened.ts';
import { orderTests } from './battery/orders.ts';
import { quoteTests } from './battery/quotes.ts';
import { webhookTests } from './battery/webhooks.ts';

/** Tests that every adapter of a store platform must pass. */
export function storePlatformBattery(name: string, start: BatteryStart): void {
  const open = closeAfterTest(start);
  moneyBattery(name, start);
  describe(`${name}: the whole catalog`, () => listingTests(name, open));
  describe(`${name}: events`, () => webhookTests(name, open));
  describe(`${name}: access`, () => accessTests(open));
  describe(`${name}: failures`, () => failureTests(open));
}

/** The tests of prices and sums, which differ between currencies. */
export function moneyBattery(name: string, start: BatteryStart): void {
  const open = closeAfterTest(start);
  describe(`${name}: catalog`, () => catalogTests(name, open));
  describe(`${name}: carts`, () => cartTests(name, open));
  describe(`${name}: discount codes`, () => discountTests(name, open));
  describe(`${name}: every case of a code`, () => couponTests(name, open));
  describe(`${name}: quotes`, () => quoteTests(name, open));
  describe(`${name}: orders`, () => orderTests(name, open));
}

function closeAfterTest(start: BatteryStart): Open {
  return async (t) => {
    const running = await start();
    t.after(() => running.shop.close());
    return running;
  };
}
