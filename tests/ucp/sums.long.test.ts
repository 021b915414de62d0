import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { RunningShop } from '../../simulated-shops/shop/types.ts';
import { startShopifyShop } from '../../simulated-shops/shopify/shopify-shop.ts';
import {
  startWooCommerceShop,
  type WooCommerceShopOptions,
} from '../../simulated-shops/woocommerce/start.ts';
import { startAgentPlatform } from '../../testing/agent-platform.ts';
import { databases } from '../../testing/databases.ts';
import { forSuite } from '../../testing/for-suite.ts';
import { ucpAgent } from '../../testing/official-agent.ts';
import { payCheckout } from '../../testing/pay-checkout.ts';
import { type Chance, seeded, seedOf } from '../../testing/seeded.ts';
import { connectShop, startTestService } from '../../testing/test-service.ts';
import { amountOf, assertDiscounts, assertSums } from '../../testing/ucp-agent.ts';

const SHOPS: Record<string, { platform: 'shopify' | 'woocommerce'; start(): Promise<RunningShop> }> = {
  'shopify-usd': { platform: 'shopify', start: () => startShopifyShop({ name: 'S', currency: 'USD' }) },
  'shopify-jpy': { platform: 'shopify', start: () => startShopifyShop({ name: 'S', currency: 'JPY' }) },
  'shopify-kwd': { platform: 'shopify', start: () => startShopifyShop({ name: 'S', currency: 'KWD' }) },
  'woo-usd': woo({ currency: 'USD' }),
  'woo-jpy': woo({ currency: 'JPY' }),
  'woo-kwd': woo({ currency: 'KWD' }),
  'woo-usd-with-tax': woo({ currency: 'USD', pricesIncludeTax: true }),
  'woo-jpy-with-tax': woo({ currency: 'JPY', pricesIncludeTax: true }),
  'woo-usd-shown-with-tax': woo({ currency: 'USD', pricesShownWithTax: true }),
  'woo-usd-tax-at-subtotal': woo({ currency: 'USD', pricesIncludeTax: true, taxRoundAtSubtotal: true }),
  'woo-usd-without-cents': woo({ currency: 'USD', priceDecimals: 0 }),
  'shopify-eur-with-tax': {
    platform: 'shopify',
    start: () => startShopifyShop({ name: 'S', currency: 'EUR', taxesIncluded: true }),
  },
};

const CODES = ['SUMMER10', 'MUGSONLY', 'SOLO', 'MAX50', 'BIG100', 'FREESHIP', 'EXPIRED5', 'NO-SUCH-CODE'];
const AUTOMATIC = ['3.7', '12.25', '33.3'];
const CARTS = 12;
const seed = seedOf('SUMS_SEED');

for (const database of databases)
  describe(`sums of whatever is bought (${database.name}, SUMS_SEED=${seed})`, () => {
    const agents = forSuite(() => startAgentPlatform());
    const shops = new Map<string, RunningShop>();

    const running = forSuite(() => startTestService({ database }));
    before(async () => {
      for (const [slug, { platform, start }] of Object.entries(SHOPS)) {
        const shop = await start();
        shops.set(slug, shop);
        await connectShop(running, { slug, platform }, shop);
      }
    });
    after(async () => {
      for (const shop of shops.values()) await shop.close();
    });

    for (const [index, slug] of Object.keys(SHOPS).entries())
      it(`hold at ${slug}: of the whole, of each line, of each discount, and of the order`, async () => {
        const shop = shops.get(slug) ?? assert.fail(slug);
        const agent = ucpAgent(running.baseUrl, slug, agents);
        const ids = await goodsOf(agent, shop, SHOPS[slug]?.platform === 'shopify' ? 'shirt' : 'mug');
        const chance = seeded(seed).fork(index);
        const holdsTax = slug.startsWith('shopify') && slug.endsWith('with-tax');
        let last: Bought | undefined;
        for (let cart = 0; cart < CARTS; cart += 1) last = await buy(agent, shop, { ids, chance });
        assert.equal(last?.prices_include_tax, holdsTax);
        await holdOfOrder(agent, last);
      });
  });

type Agent = ReturnType<typeof ucpAgent>;
type Bought = { id: string; continue_url: string; prices_include_tax?: boolean } & Parameters<
  typeof assertDiscounts
>[0];

/** Returns ids of the products found, with unlimited stock. */
async function goodsOf(agent: Agent, { control }: RunningShop, query: string): Promise<string[]> {
  for (const { variants } of control.products) for (const variant of variants) variant.stock = null;
  const { body } = await agent.call('POST', '/catalog/search', { query });
  const ids = body.products.map(({ variants }: { variants: { id: string }[] }) => variants[0]?.id ?? '');
  assert.ok(ids.length > 2);
  return ids;
}

/** Some goods with some codes, as a cart and as a checkout, at a shop that takes something off or not. */
async function buy(
  agent: Agent,
  { control }: RunningShop,
  { ids, chance }: { ids: readonly string[]; chance: Chance },
): Promise<Bought | undefined> {
  const pick = () => ids[chance.whole(0, ids.length - 1)] ?? '';
  const goods = new Set(Array.from({ length: chance.whole(1, 5) }, pick));
  const line_items = [...goods].map((id) => ({ item: { id }, quantity: chance.whole(1, 7) }));
  const codes = CODES.filter(() => chance.next() < 0.3);
  const value = AUTOMATIC[chance.whole(0, AUTOMATIC.length * 2)];
  const automatic = value === undefined ? [] : [{ title: 'Sale', kind: 'percent' as const, value }];
  control.settings.automaticDiscounts.splice(0, 9, ...automatic);
  const about = JSON.stringify({ line_items, codes, value });
  let last: Bought | undefined;
  for (const path of ['/carts', '/checkout-sessions']) {
    const checkout = await agent.call('POST', path, { line_items, discounts: { codes } });
    assert.equal(checkout.status, 201, `${about}\n${checkout.text}`);
    const read = await agent.call('GET', `${path}/${checkout.body.id}`);
    for (const { body } of [checkout, read]) hold(body, about);
    last = checkout.body;
  }
  return last;
}

async function holdOfOrder(agent: Agent, { id, continue_url }: Bought): Promise<void> {
  await payCheckout(continue_url);
  const done = await agent.call('POST', `/checkout-sessions/${id}/complete`, {}, { sign: true });
  hold(done.body, 'the paid checkout');
  const order = await agent.call('GET', `/orders/${done.body.order.id}`, undefined, { sign: true });
  assert.equal(order.status, 200, order.text);
  assertSums(order.body);
  assertNothingIsLeft(order.body);
  assert.equal(order.body.prices_include_tax, false);
}

function hold(body: Parameters<typeof assertDiscounts>[0], about: string): void {
  try {
    assertSums(body);
    assertDiscounts(body);
    assertNothingIsLeft(body);
  } catch (error) {
    throw new Error(`${about}\n${JSON.stringify(body, null, 1)}`, { cause: error });
  }
}

/** These shops charge no fees, so the lines, discounts, shipping and tax explain the total. */
function assertNothingIsLeft({ totals }: Pick<Bought, 'totals'>): void {
  for (const type of ['fee', 'adjustment']) assert.equal(amountOf(totals, type), 0, type);
}

function woo(options: WooCommerceShopOptions) {
  return { platform: 'woocommerce' as const, start: () => startWooCommerceShop({ name: 'W', ...options }) };
}
