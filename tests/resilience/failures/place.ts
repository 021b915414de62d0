import assert from 'node:assert/strict';
import type { RunningShop } from '../../../simulated-shops/shop/types.ts';
import { startShopifyShop } from '../../../simulated-shops/shopify/shopify-shop.ts';
import { startWooCommerceShop } from '../../../simulated-shops/woocommerce/start.ts';
import { type Agent, agentOf, findVariant } from '../../../testing/agent.ts';
import type { Merchant } from '../../../testing/merchant.ts';
import type { PLATFORMS, TestService } from '../../../testing/test-service.ts';

export type Platform = (typeof PLATFORMS)[number];

/** Store for one fault, with an agent's data. */
export interface Place {
  running: TestService;
  platform: Platform;
  slug: string;
  storeId: string;
  shop: RunningShop;
  agent: Agent;
  merchant: Merchant;
  /** Variants in stock that the service knows. */
  mug: { id: string; productId: string; url: string };
}

let places = 0;

/** Starts a shop for each, connects them, and imports their catalogs. */
export async function openPlaces(
  running: TestService,
  merchant: Merchant,
  platforms: readonly Platform[],
): Promise<Place[]> {
  const stores = await Promise.all(platforms.map((platform) => connectShop(running, platform)));
  // Each worker runs any due job, so several catalogs are imported concurrently.
  const readers = Array.from({ length: 8 }, () => running.service.runnerOf(['import_products']));
  await Promise.all(readers.map((reader) => reader.drain()));
  return Promise.all(
    stores.map(async (store) => {
      const agent = agentOf(running.baseUrl, store.slug);
      return { running, merchant, agent, ...store, mug: await findVariant(agent, 'mug') };
    }),
  );
}

async function connectShop({ service }: TestService, platform: Platform) {
  places += 1;
  const slug = `bad-day-${places}`;
  const name = `Bad Day ${places}`;
  const shop =
    platform === 'shopify'
      ? await startShopifyShop({ name })
      : await startWooCommerceShop({ name, keysOf: name });
  // Faults need many purchases, so stock is unlimited.
  for (const { variants } of shop.control.products) for (const each of variants) each.stock = null;
  const { credentials } = shop;
  const { id } = await service.connectStore({ slug, platform, credentials, sandbox: true });
  return { platform, slug, storeId: id, shop };
}

/** Another store without a fault at the same time. */
export async function assertGoodDay(neighbor: Agent): Promise<void> {
  const { status, body } = await neighbor.get('/catalog/search?q=lamp');
  assert.equal(status, 200, 'other stores are not affected');
  assert.equal(body.stale, undefined, 'other stores are not affected');
}
