import type { TestContext } from 'node:test';
import type { RunningShop } from '../../../../simulated-shops/shop/types.ts';
import type { Caller } from '../../../../src/commerce/call/caller.ts';
import type { StorePlatform } from '../../../../src/store-platforms/store-platform.ts';

/** A fresh simulated shop and its adapter; the caller closes the shop. */
export type BatteryStart = () => Promise<Infrastructure>;

export type Infrastructure = { platform: StorePlatform; shop: RunningShop };

/** Opens a shop that closes itself when the test ends. */
export type Open = (t: TestContext) => Promise<Infrastructure>;

export const caller: Caller = { requestId: 'battery', buyerIp: '203.0.113.7' };
