import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { FAULTS, type RunningShop, SITE_FAULTS } from '../../../simulated-shops/shop/types.ts';
import { startShopifyShop } from '../../../simulated-shops/shopify/shopify-shop.ts';
import { startWooCommerceShop } from '../../../simulated-shops/woocommerce/start.ts';
import type { PlatformKind } from '../../../src/store-platforms/platform-kind.ts';
import { shopify } from '../../../src/store-platforms/shopify/index.ts';
import { createTransport } from '../../../src/store-platforms/transport/transport.ts';
import { woocommerce } from '../../../src/store-platforms/woocommerce/index.ts';
import { payCheckout } from '../../../testing/pay-checkout.ts';

const run = promisify(execFile);
const guide = await readFile(new URL('../../../docs/sandbox.md', import.meta.url), 'utf8');
const commands = [...guide.matchAll(/^curl .+$/gm)].map(([command]) => command);

/** Buys three pieces of the shop, so that there is an order to be moved, also piece by piece. */
async function buy<Credentials>(kind: PlatformKind<Credentials>, shop: RunningShop): Promise<void> {
  const platform = kind.connect(kind.credentials.parse(shop.credentials), createTransport({ fetch }));
  const caller = { requestId: 'guide' };
  const { products } = await platform.searchProducts({ text: 'mug', first: 20 }, caller);
  const variant = products.flatMap(({ variants }) => variants).find(({ available }) => available);
  assert.ok(variant);
  for (const { variants } of shop.control.products) for (const each of variants) each.stock = null;
  const lines = [{ variantId: variant.id, quantity: 3 }];
  const cart = await platform.createCart({ cartId: randomUUID(), sessionId: randomUUID(), lines }, caller);
  await payCheckout(cart.continueUrl);
}

/** Some commands are for sites that can be paired. */
const OF_SITES_ONLY = '$WOO';

async function followsTheGuide(shop: RunningShop, { pairs = false } = {}): Promise<void> {
  const ORDER = String(shop.control.orders()[0]?.id);
  const PRODUCT = String(shop.control.products[0]?.id);
  for (const command of commands.filter((each) => pairs || !each.includes(OF_SITES_ONLY))) {
    const { stdout } = await run('sh', ['-c', command], {
      env: { ...process.env, SHOP: shop.url, WOO: shop.url, ORDER, PRODUCT },
    });
    assert.equal(JSON.parse(stdout).error, undefined, `${command}\n${stdout}`);
  }
  await shop.control.webhooksSettled();
}

describe('the guide to the simulated shops', () => {
  it('gives commands in the guide that work on the simulated Shopify', async (t) => {
    const shop = await startShopifyShop();
    t.after(() => shop.close());
    await buy(shopify, shop);
    await followsTheGuide(shop);
  });

  it('gives commands in the guide that work on the simulated WooCommerce site', async (t) => {
    const shop = await startWooCommerceShop();
    t.after(() => shop.close());
    await buy(woocommerce, shop);
    await followsTheGuide(shop, { pairs: true });
  });

  it('names every fault of a shop and of a site', () => {
    for (const kind of FAULTS) assert.match(guide, new RegExp(`\`${kind}\``));
    for (const kind of FAULTS) assert.ok(commands.some((command) => command.includes(`"kind":"${kind}"`)));
    for (const kind of SITE_FAULTS) assert.match(guide, new RegExp(`\\| \`${kind}\` \\|`));
  });
});
