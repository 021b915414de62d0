import assert from 'node:assert/strict';
import type { RunningShop } from '../../../simulated-shops/shop/types.ts';
import { startShopifyShop } from '../../../simulated-shops/shopify/shopify-shop.ts';
import { startWooCommerceShop } from '../../../simulated-shops/woocommerce/start.ts';
import { type Agent, agentOf, findVariant } from '../../../testing/agent.ts';
import type { Merchant } from '../../../testing/merchant.ts';
import type { PLATFORMS, TestService } from '../../../testing/test-service.ts';

export type Platform = (typeof PLATFORMS)[number];

/** A store of its own for some bad day, with everything that an agent has at hand. */
export interface Place {
  running: TestService;
  platform: Platform;
  slug: string;
  storeId: string;
  shop: RunningShop;
  agent: Agent;
  merchant: Merchant;
  /** In stock, and known to the service. */
  mug: { id: string; productId: string; url: string };
}

let places = 0;

/** Opens a shop for each, connects them, and reads their catalogs once. */
export async function openPlaces(
  running: TestService,
  merchant: Merchant,
  platforms: readonly Platform[],
): Promise<Place[]> {
  const stores = await Promise.all(platforms.map((platform) => connectShop(running, platform)));
  // Each of them does what is due, whose it is: several read catalogs at once.
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
  // Much is bought on bad days.
  for (const { variants } of shop.control.products) for (const each of variants) each.stock = null;
  const { credentials } = shop;
  const { id } = await service.connectStore({ slug, platform, credentials, sandbox: true });
  return { platform, slug, storeId: id, shop };
}

/** A store nearby has a good day all the while. */
export async function assertGoodDay(neighbor: Agent): Promise<void> {
  const { status, body } = await neighbor.get('/catalog/search?q=lamp');
  assert.equal(status, 200, 'other stores are not affected');
  assert.equal(body.stale, undefined, 'other stores are not affected');
}
