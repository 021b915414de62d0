import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { RunningShop } from '../../../simulated-shops/shop/types.ts';
import { startWooCommerceShop } from '../../../simulated-shops/woocommerce/start.ts';
import { searchReports } from '../../../src/commerce/order/search-report.ts';
import type { Service } from '../../../src/service.ts';
import { merchantOf, PASSWORD } from '../../../testing/merchant.ts';

/** Account of an attacker, with a store whose lists are worth reading. */
export interface HostileMerchant {
  slug: string;
  /** Session cookie as `name=value`. */
  cookie: string;
}

const SLUG = 'hoarded-goods';
const PRODUCTS = 2_000;
const CALLS = 3_000;

export function startHoardedShop(): Promise<RunningShop> {
  const catalog = Array.from({ length: PRODUCTS }, (_, index) => ({
    ...{ id: `hoard-${index}`, title: `Hoarded thing ${index}`, description: 'A thing.', price: '10.00' },
    ...{ categories: ['Hoard'], brand: '', sku: `H-${index}`, gtin: '', options: {} },
  }));
  return startWooCommerceShop({ name: 'Hoarded Goods', keysOf: 'hoarded goods', catalog });
}

/** Signs up after the honest owner, who gets the stores that are there, and connects a store. */
export async function signUpHostile(baseUrl: string, shop: RunningShop): Promise<HostileMerchant> {
  for (const name of ['owner@honest.test', 'mallory@hostile.test']) {
    const merchant = merchantOf({ baseUrl }, { 'x-forwarded-for': '198.51.100.240' });
    const { status } = await merchant.post('/sign-up', { name, email: name, password: PASSWORD });
    assert.equal(status, 201);
    if (name.startsWith('owner')) continue;
    const { url, ...keys } = shop.credentials;
    const store = { platform: 'woocommerce', slug: SLUG, credentials: { url, ...keys } };
    assert.equal((await merchant.post('/stores', store)).status, 201);
    return { slug: SLUG, cookie: String(merchant.cookie()) };
  }
  return assert.fail('both have signed up');
}

/** Fills the log of the attacker's store. */
export async function logCalls({ context }: Service): Promise<void> {
  const store = (await context.stores.find(SLUG)) ?? assert.fail('the store is connected');
  const logged = Array.from({ length: CALLS }, (_, index) => ({
    ...{ id: randomUUID(), storeId: store.id, at: new Date(Date.now() - index * 60_000).toISOString() },
    ...{ transport: 'rest' as const, method: 'GET', endpoint: 'GET /catalog/search', tool: null },
    ...{ path: `/api/ucp/${SLUG}/catalog/search?q=thing${index}`, status: 200, durationUs: 5_000 },
    ...{
      shopUs: 1_000,
      agent: `agent-${index % 20}`,
      agentVerified: null,
      requestId: randomUUID(),
      sessionId: null,
    },
    ...{ cartId: null, orderId: null, error: null, facts: { at: Date.now() - index * 60_000 }, verdicts: [] },
    ...{ requestHeaders: {}, requestBody: null, responseBody: null, upstreamCalls: [], repairs: [] },
  }));
  for (let from = 0; from < CALLS; from += 100)
    await context.requestLog.write(logged.slice(from, from + 100), [], searchReports([]));
}
