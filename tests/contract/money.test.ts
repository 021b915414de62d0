import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { RunningShop, ShopVariant } from '../../simulated-shops/shop/types.ts';
import { startShopifyShop } from '../../simulated-shops/shopify/shopify-shop.ts';
import {
  startWooCommerceShop,
  type WooCommerceShopOptions,
} from '../../simulated-shops/woocommerce/start.ts';
import { getExponent, toDecimal, toMinorUnits } from '../../src/commerce/money/money.ts';
import {
  type Agent,
  agentOf,
  type Cart,
  type Line,
  type Order,
  type ProductPage,
  type Session,
} from '../../testing/agent.ts';
import { withService } from '../../testing/everywhere.ts';
import { openCheckout, payCheckout } from '../../testing/pay-checkout.ts';
import { pluck } from '../../testing/pluck.ts';
import { type Chance, seeded, seedOf } from '../../testing/seeded.ts';
import { assertAddsUp, assertOrderAddsUp } from '../../testing/sums.ts';
import { connectShop } from '../../testing/test-service.ts';

interface Shop {
  platform: 'shopify' | 'woocommerce';
  start(): Promise<RunningShop>;
  /** Shows guests prices with tax. */
  showsTax: boolean;
  /** Maximum difference between rounding the whole and rounding its parts, in minor units. */
  rounding: number;
  /** True when every second product has a lower tax rate. */
  hasTwoRates?: true;
}

const SHOPS: Record<string, Shop> = {
  'net-shown-net': woo({}),
  'net-shown-gross': woo({ pricesShownWithTax: true }),
  'gross-shown-gross': woo({ pricesIncludeTax: true }),
  'gross-shown-net': woo({ pricesIncludeTax: true, pricesShownWithTax: false }),
  'net-at-subtotal': woo({ taxRoundAtSubtotal: true }),
  'gross-at-subtotal': woo({ pricesIncludeTax: true, taxRoundAtSubtotal: true }),
  'net-whole-euros': woo({ priceDecimals: 0, currency: 'EUR' }),
  'gross-whole-euros': woo({ pricesIncludeTax: true, priceDecimals: 0, currency: 'EUR' }),
  'gross-yen': woo({ pricesIncludeTax: true, currency: 'JPY' }),
  'gross-dinars': woo({ pricesIncludeTax: true, currency: 'KWD' }),
  'dinars-in-tens': woo({ priceDecimals: 2, currency: 'KWD' }),
  'untaxed-shipping': woo({ shippingTaxed: false }),
  'net-two-rates': { ...woo({}), hasTwoRates: true },
  'gross-two-rates': { ...woo({ pricesIncludeTax: true }), hasTwoRates: true },
  'gross-shown-net-two-rates': {
    ...woo({ pricesIncludeTax: true, pricesShownWithTax: false, currency: 'EUR' }),
    hasTwoRates: true,
  },
  'shopify-gross-two-rates': { ...shopify({ taxesIncluded: true }), hasTwoRates: true },
  'shopify-net': shopify({}),
  'shopify-gross': shopify({ taxesIncluded: true }),
  'shopify-gross-yen': shopify({ taxesIncluded: true, currency: 'JPY' }),
};

const CODES = ['SUMMER10', 'MUGSONLY', 'SOLO', 'MAX50', 'EXPIRED5'];
const CARTS = 4;
const seed = seedOf('MONEY_SEED');

withService('money', (running) => {
  const shops = new Map<string, RunningShop>();
  const shopOf = (slug: string) => shops.get(slug) ?? assert.fail(slug);

  before(async () => {
    for (const [slug, { platform, start, hasTwoRates }] of Object.entries(SHOPS)) {
      const shop = await start();
      const { products, settings } = shop.control;
      const everySecond = products.flatMap(({ id }, index) => (index % 2 === 0 ? id : []));
      if (hasTwoRates) settings.reducedTax = { rate: '0.025', products: everySecond };
      shops.set(slug, shop);
      await connectShop(running, { slug, platform }, shop);
    }
  });
  after(async () => {
    for (const shop of shops.values()) await shop.close();
  });

  describe(`the money of random purchases (MONEY_SEED=${seed})`, () => {
    for (const [index, [slug, how]] of Object.entries(SHOPS).entries())
      it(`adds up in every answer, to what the shop charges: ${slug}`, async () => {
        const shop = shopOf(slug);
        const agent = agentOf(running.baseUrl, slug);
        const chance = seeded(seed).fork(index);
        const goods = await catalogOf(agent, shop, how);
        for (let cart = 0; cart < CARTS; cart += 1) await purchase(agent, shop, how, { goods, chance });
      });
  });

  it('shows the catalog’s prices as the shop shows them to a guest, in search and lookup', async () => {
    for (const [slug, typed, displayed] of [
      ['net-shown-gross', '19.99', 2379],
      ['net-shown-net', '19.99', 1999],
      ['gross-shown-gross', '1234.56', 123_456],
      ['gross-shown-net', '1234.56', 103_745],
    ] as const) {
      const shop = shopOf(slug);
      const agent = agentOf(running.baseUrl, slug);
      const [mug] = twoMugs(shop);
      mug.price = typed;
      await atTaxRate(shop, '0.19', async () => {
        const searched = await agent.search('mug', 100);
        const { body: read } = await agent.get<ProductPage>(`/catalog/lookup?ids=${gidOf(mug.id)}`);
        for (const { products, prices_include_tax } of [searched, read]) {
          const product = products.find(({ variants }) => variants[0]?.id === gidOf(mug.id));
          const prices = product && [
            product.price_range.min,
            product.price_range.max,
            product.variants[0]?.price,
          ];
          assert.deepEqual(prices, [displayed, displayed, displayed], slug);
          assert.deepEqual(
            [prices_include_tax, product?.prices_include_tax],
            [SHOPS[slug]?.showsTax, SHOPS[slug]?.showsTax],
          );
        }
        const { body: session } = await agent.createSession([gidOf(mug.id)]);
        assert.equal(session.prices_include_tax, false);
        const { price, price_with_tax } = session.line_items[0]?.item ?? assert.fail();
        assert.equal(SHOPS[slug]?.showsTax ? price_with_tax : price, displayed, slug);
      });
    }
  });

  it('prices the variations of a product, and their range, as the product itself', async () => {
    const agent = agentOf(running.baseUrl, 'net-shown-gross');
    const { products } = await agent.search('shirt');
    const choice = products.find(({ variants }) => variants.length > 1);
    assert.ok(choice);
    const prices = choice.variants.map(({ price }) => price);
    assert.equal(choice.price_range.min, Math.min(...prices));
    const shop = shopOf('net-shown-gross');
    for (const { id, price } of choice.variants) {
      const typed = shop.control.products.flatMap(({ variants }) => variants);
      const variant = typed.find((each) => id.endsWith(`/${each.id}`)) ?? assert.fail(id);
      assert.equal(price, Math.round(toMinorUnits(variant.price, 'USD') * 1.08));
    }
  });

  it('shows entered prices and their tax basis while the connector is deactivated', async (t) => {
    const slug = 'connector-off';
    const shop = await startWooCommerceShop({ pricesIncludeTax: true, pricesShownWithTax: false });
    await connectShop(running, { slug, platform: 'woocommerce' }, shop);
    const { port } = new URL(shop.url);
    await shop.close();
    const without = await startWooCommerceShop({
      pricesIncludeTax: true,
      pricesShownWithTax: false,
      withConnector: false,
      port: Number(port),
    });
    t.after(() => without.close());
    const page = await agentOf(running.baseUrl, slug).search('mug');
    assert.equal(page.prices_include_tax, true);
    const mug = page.products.find(({ variants }) => variants.length === 1);
    const typed = without.control.products.flatMap(({ variants }) => variants);
    const own = typed.find(({ id }) => mug?.variants[0]?.id.endsWith(`/${id}`));
    assert.equal(mug?.price_range.min, toMinorUnits(own?.price ?? '', 'USD'));
  });

  it('adjusts lines for the shop’s rounding and keeps the total that the shop charges', async () => {
    const shop = shopOf('net-whole-euros');
    const agent = agentOf(running.baseUrl, 'net-whole-euros');
    const [dear, cheap] = twoMugs(shop);
    Object.assign(dear, { price: '16.80', stock: null });
    Object.assign(cheap, { price: '0.83', stock: null });
    Object.assign(shop.control.settings.shippingRates[0] ?? {}, { amount: '4.12' });
    await atTaxRate(shop, '0.19', async () => {
      const lines: Line[] = [
        [gidOf(dear.id), 3],
        [gidOf(cheap.id), 7],
      ];
      const { body: session } = await agent.createSession(lines);
      const { body: quoted } = await agent.quote(lines, { country: 'DE' });
      const amounts = session.line_items.map(({ item, subtotal }) => [item.price, subtotal]);
      assert.deepEqual(amounts, [
        [1680, 5021],
        [83, 579],
      ]);
      assert.deepEqual(session.totals, { subtotal: 5600, discount: 0, tax: 1100, total: 6700 });
      assert.deepEqual([quoted.quotes[0]?.amount, quoted.quotes[0]?.tax], [500, 100]);
      const order = await bought(agent, session);
      assert.equal(order.totals.total, 7200);
      assert.deepEqual(pluck(order.line_items, 'price'), [1680, 83]);
      assertOrderAddsUp(order);
    });
  });

  for (const slug of ['net-shown-net', 'shopify-net'])
    it(`says since when sums stand, and prices a cart anew when it is asked to: ${slug}`, async () => {
      const shop = shopOf(slug);
      const agent = agentOf(running.baseUrl, slug);
      const id = (await agent.search('mug')).products[0]?.variants[0]?.id ?? '';
      const codes = { discounts: { codes: ['SUMMER10'] } };
      const { body: cart } = await agent.createCart([[id, 2]], codes);
      const { body: session } = await agent.createSession([[id, 2]], codes);
      const coupon = shop.control.settings.coupons.find(({ code }) => code === 'SUMMER10');
      assert.ok(coupon && cart.as_of && session.as_of);
      coupon.value = '50';
      running.advance(60_000);
      assert.deepEqual((await agent.readCart(cart.id)).body, cart, 'a read asks no shop');
      assert.deepEqual((await agent.readSession(session.id)).body, session);
      const { body: anew } = await agent.updateCart(cart.id, {});
      coupon.value = '10';
      assert.equal(anew.totals.discount, cart.totals.discount * 5);
      assert.ok(Date.parse(anew.as_of ?? '') >= Date.parse(cart.as_of) + 60_000);
      assertAddsUp(anew);
    });
});

function woo(options: WooCommerceShopOptions): Shop {
  const { pricesIncludeTax = false, priceDecimals, taxRoundAtSubtotal, currency = 'USD' } = options;
  const exponent = getExponent(currency);
  return {
    platform: 'woocommerce',
    start: () => startWooCommerceShop({ name: 'W', ...options }),
    showsTax: options.pricesShownWithTax ?? pricesIncludeTax,
    rounding:
      taxRoundAtSubtotal || priceDecimals !== undefined ? 10 ** (exponent - (priceDecimals ?? exponent)) : 0,
  };
}

function shopify(options: { taxesIncluded?: boolean; currency?: string }): Shop {
  return {
    platform: 'shopify',
    start: () => startShopifyShop({ name: 'S', ...options }),
    showsTax: options.taxesIncluded ?? false,
    rounding: 0,
  };
}

async function atTaxRate(shop: RunningShop, rate: string, work: () => Promise<void>): Promise<void> {
  const { settings } = shop.control;
  const before = settings.taxRate;
  settings.taxRate = rate;
  try {
    await work();
  } finally {
    settings.taxRate = before;
  }
}

/** Two products without options. */
function twoMugs({ control }: RunningShop): [ShopVariant, ShopVariant] {
  const simple = control.products.filter(
    ({ published, optionNames }) => published && optionNames.length === 0,
  );
  const [one, other] = simple.flatMap(({ tags, variants }) => (tags.includes('mug') ? variants : []));
  return one && other ? [one, other] : assert.fail('the shop has too few mugs');
}

const gidOf = (id: number) => `gid://woocommerce/ProductVariant/${id}`;

type Good = { id: string; price: number };

/** Products from the catalog with unlimited stock. */
async function catalogOf(agent: Agent, { control }: RunningShop, { showsTax }: Shop): Promise<Good[]> {
  for (const { variants } of control.products) for (const variant of variants) variant.stock = null;
  const page = await agent.search('mug');
  assert.equal(page.prices_include_tax, showsTax);
  const goods = page.products.flatMap(({ variants }) => variants.slice(0, 1));
  assert.ok(goods.length > 2);
  return goods;
}

/** Sends the same lines and codes as a cart, a quote, a session and an order. */
async function purchase(
  agent: Agent,
  shop: RunningShop,
  how: Shop,
  { goods, chance }: { goods: readonly Good[]; chance: Chance },
): Promise<void> {
  const indexes = new Set(
    Array.from({ length: chance.whole(1, 5) }, () => chance.whole(0, goods.length - 1)),
  );
  const lines = [...indexes].map((index): Line => [goods[index]?.id ?? '', chance.whole(1, 7)]);
  const codes = CODES.filter(() => chance.next() < 0.3);
  const about = JSON.stringify({ lines, codes });
  const { settings } = shop.control;
  const { body: cart } = await agent.createCart(lines, { discounts: { codes } });
  const { body: session } = await agent.createSession(lines, { discounts: { codes } });
  assert.deepEqual(cart.totals, session.totals, about);
  for (const answer of [cart, session]) holds(answer, how, goods, about);
  const { body: quoted } = await agent.quote(lines, { country: settings.country });
  assert.equal(quoted.prices_include_tax, how.platform === 'woocommerce' || how.showsTax);
  const { html: page } = await openCheckout(session.continue_url ?? '');
  const totalOnPage = /class="total"><td>Total<\/td><td>([\d.]+)/.exec(page)?.[1] ?? assert.fail(page);
  const order = await bought(agent, session);
  assert.equal(toDecimal(order.totals.total, order.currency), totalOnPage, about);
  assert.equal(order.prices_include_tax, false);
  assertOrderAddsUp(order);
  // Shopify's cart reports no tax that is added to its prices.
  const unreportedTax = how.platform === 'shopify' && !how.showsTax ? order.totals.tax : 0;
  const charged = session.totals.total + (quoted.quotes[0]?.amount ?? 0) + unreportedTax;
  assert.ok(
    Math.abs(charged - order.totals.total) <= how.rounding,
    `${charged} and ${order.totals.total}: ${about}`,
  );
}

function holds(answer: Session | Cart, how: Shop, goods: readonly Good[], about: string): void {
  try {
    assertAddsUp(answer);
    assert.equal(answer.prices_include_tax, how.platform === 'shopify' && how.showsTax);
    assert.deepEqual(answer.provisional, answer.prices_include_tax ? ['shipping'] : ['tax', 'shipping']);
    for (const { item } of answer.line_items) {
      const inCatalog = goods.find(({ id }) => id === item.id)?.price;
      const sameBasis: number | undefined =
        how.showsTax === answer.prices_include_tax ? item.price : item.price_with_tax;
      assert.equal(sameBasis, inCatalog, 'the catalog and the answer tell one price');
    }
  } catch (error) {
    throw new Error(`${about}\n${JSON.stringify(answer, null, 1)}`, { cause: error });
  }
}

async function bought(agent: Agent, session: Session): Promise<Order> {
  await payCheckout(session.continue_url ?? '');
  const { body: done } = await agent.complete(session.id);
  assert.equal(done.payment, 'verified');
  const { body: order } = await agent.readOrder(done.order?.id ?? '');
  return order;
}
