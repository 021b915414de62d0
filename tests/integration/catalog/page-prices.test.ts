import assert from 'node:assert/strict';
import { afterEach, it } from 'node:test';
import type { PluginEffects, ShopProduct } from '../../../simulated-shops/shop/types.ts';
import { agentOf, bodyOf } from '../../../testing/agent.ts';
import { withStore } from '../../../testing/everywhere.ts';
import { messageOf, ucpAgentOf } from '../../../testing/ucp-agent.ts';
import { type Checkout, type Found, type ShownProduct, shopperAt } from '../../shopping/shopper.ts';

const MUG = 'gid://woocommerce/Product/3200';
const MUG_VARIANT = 'gid://woocommerce/ProductVariant/3200';

interface Looked {
  products: {
    availability: string;
    price_range: { min: number };
    price_text?: string;
    variants: Record<string, unknown>[];
  }[];
}

interface OfficialLookup {
  products: {
    metadata?: Record<string, unknown>;
    variants: { availability: Record<string, unknown>; metadata?: Record<string, unknown> }[];
  }[];
}

withStore('woocommerce', 'prices of a WooCommerce shop as its pages show them', (running) => {
  const slug = 'demo-woocommerce';
  const agent = () => agentOf(running.baseUrl, slug);
  const official = () => ucpAgentOf({ running, slug });
  const shopper = () => shopperAt({ running, slug });
  const products = () => running.shop(slug).control.products;
  const mug = () => products().find(({ id }) => id === 3200) ?? assert.fail();

  const look = async (id: string) =>
    bodyOf(200, await agent().get<Looked>(`/catalog/lookup?ids=${id}`)).products;
  const lookOfficially = async (id: string) =>
    bodyOf(200, await official().post<OfficialLookup>('/catalog/lookup', { ids: [id] })).products;

  /** Sets what plugins of the shop make of a product, and waits until the copy has it. */
  async function set(product: ShopProduct, effects: PluginEffects): Promise<void> {
    for (const variant of product.variants) variant.byPlugins = effects;
    running.shop(slug).control.touchProduct(product.id);
    await running.settle();
  }

  afterEach(() => set(mug(), {}));

  it('names the period of a price in all protocols and on the lines of a checkout', async () => {
    await set(mug(), { priceSuffix: ' / month and a free month' });
    const text = '$14.50 / month and a free month';
    const [product] = await look(MUG);
    assert.equal(product?.price_text, text);
    const [officially] = await lookOfficially(MUG);
    assert.equal(officially?.metadata?.price_text, text);
    assert.equal(officially?.variants[0]?.metadata?.price_text, text);
    const { products } = await shopper().call<Found>('search_products', { query: 'handmade stoneware mug' });
    assert.equal(products.find(({ id }) => id === 'v3200')?.price_text, text);
    assert.equal((await shopper().call<ShownProduct>('get_product', { id: 'p3200' })).price_text, text);

    const session = bodyOf(201, await agent().createSession([MUG]));
    assert.equal(session.line_items[0]?.item.price_text, text);
    const read = bodyOf(200, await agent().readSession(session.id));
    assert.equal(read.line_items[0]?.item.price_text, text);
    const items = [{ id: 'v3200' }];
    const checkout = await shopper().call<Checkout>('create_checkout', { items });
    assert.equal(checkout.items[0]?.price_text, text);
    const warned = bodyOf(201, await official().create([MUG_VARIANT]));
    assert.match(messageOf(warned, 'price_terms').content, /\$14\.50 \/ month and a free month/);
  });

  it('says that a product is sold in parts, sells whole pieces, and leaves the rest of a piece to its page', async (t) => {
    const sentence = 'Sold in steps of 0.5; agents order whole quantities.';
    const [variant] = mug().variants;
    assert.ok(variant);
    t.after(() => {
      variant.stock = null;
    });
    variant.stock = 2.5;
    await set(mug(), { quantityStep: '0.5' });
    const [product] = await look(MUG);
    assert.equal(product?.price_text, sentence);
    assert.equal(product?.variants[0]?.restriction, undefined);
    const line_items = (quantity: number) => [{ item: { id: MUG_VARIANT }, quantity }];
    const halves = await agent().post<{ error: string }>('/carts', { line_items: line_items(0.5) });
    assert.match(halves.body.error, /line_items\.0\.quantity must be an integer/);
    const much = await agent().post<{ error: string }>('/carts', { line_items: line_items(3) });
    assert.deepEqual([much.status, /2\.5 remaining/.test(much.body.error)], [409, true], much.body.error);
    const cart = bodyOf(201, await agent().post<Checkout>('/carts', { line_items: line_items(2) }));
    assert.match(JSON.stringify(cart), /Sold in steps of 0\.5/);

    variant.stock = 0.5;
    await set(mug(), { quantityStep: '0.5' });
    const [rest] = await look(MUG);
    assert.equal(rest?.availability, 'in_stock');
    assert.equal(rest?.variants[0]?.restriction, 'choose_on_page');
    const one = await agent().post<{ error: string }>('/carts', { line_items: line_items(1) });
    assert.match(one.body.error, /0\.5 remaining/);
  });

  it('names the unit of a price by variation', async () => {
    const apron = products().find(({ handle }) => handle === 'two-tone-apron') ?? assert.fail();
    const [small] = apron.variants;
    assert.ok(small);
    small.byPlugins = { priceSuffix: ' per person' };
    running.shop(slug).control.touchProduct(apron.id);
    await running.settle();
    const [product] = await look(`gid://woocommerce/Product/${apron.id}`);
    assert.equal(product?.price_text, undefined);
    assert.deepEqual(
      product?.variants.map(({ price_text: text }) => text),
      ['$20.00 per person', undefined],
    );
  });

  it('leaves prices hidden from guests out, and says so at the shopping endpoint', async () => {
    await set(mug(), { hidesPrice: true });
    assert.deepEqual(await look(MUG), []);
    assert.deepEqual(await lookOfficially(MUG), []);
    const { products } = await agent().search('handmade stoneware mug');
    assert.ok(products.every(({ id }) => id !== MUG));
    const detail = await shopper().call<ShownProduct>('get_product', { id: 'p3200' });
    assert.equal(detail.price, undefined);
    assert.equal(detail.price_text, 'Log in to see prices');
    assert.equal(detail.variants[0]?.price, undefined);
    assert.equal(detail.variants[0]?.sold_out, undefined);
    assert.match(detail.variants[0]?.restriction ?? '', /shows no price/);
    const refusal = await agent().createSession([MUG_VARIANT]);
    assert.equal(refusal.status, 409);
    assert.doesNotMatch(JSON.stringify(refusal.body), /14[.,]?50|out of stock|sold out/i);
  });

  it('finds no product with a hidden price within bounds of a price', async () => {
    await set(mug(), { hidesPrice: true });
    const { products } = await shopper().call<Found>('search_products', { query: 'mug under 15 dollars' });
    assert.ok(products.every(({ id }) => id !== 'v3200'));
  });

  it('shows goods that no guest can buy as in stock and not for sale', async () => {
    await set(mug(), { sellsToMembers: true });
    const [product] = await look(MUG);
    assert.equal(product?.availability, 'in_stock');
    assert.partialDeepStrictEqual(product?.variants[0], {
      price: 1450,
      available: false,
      restriction: 'not_for_sale',
    });
    const [officially] = await lookOfficially(MUG);
    assert.partialDeepStrictEqual(officially?.variants[0]?.availability, {
      available: false,
      status: 'not_for_sale',
    });
    const detail = await shopper().call<ShownProduct>('get_product', { id: 'p3200' });
    assert.equal(detail.variants[0]?.sold_out, undefined);
    assert.match(detail.variants[0]?.restriction ?? '', /does not sell it to guests/);
  });

  it('names the page on which the buyer chooses the options of a plugin', async () => {
    await set(mug(), { hasOptionsOnPage: true });
    const [product] = await look(MUG);
    assert.partialDeepStrictEqual(product?.variants[0], { available: true, restriction: 'choose_on_page' });
    const detail = await shopper().call<ShownProduct>('get_product', { id: 'p3200' });
    assert.match(detail.variants[0]?.restriction ?? '', /chooses further options on the product’s page/);
  });

  it('takes the discounted price of the page, with the former price', async () => {
    await set(mug(), { discountedPrice: '13.05' });
    const [product] = await look(MUG);
    assert.equal(product?.price_range.min, 1305);
    assert.partialDeepStrictEqual(product?.variants[0], { price: 1305, list_price: 1450 });
  });

  it('lists and sells the variations of a plugin’s variable type', async () => {
    const apron = products().find(({ handle }) => handle === 'two-tone-apron') ?? assert.fail();
    apron.pluginType = 'pw-gift-card';
    const [product] = await look(`gid://woocommerce/Product/${apron.id}`);
    assert.deepEqual(
      product?.variants.map(({ title, available }) => [title, available]),
      [
        ['S', true],
        ['L', true],
      ],
    );
    assert.equal((await agent().createSession(['gid://woocommerce/ProductVariant/602'])).status, 201);
    delete apron.pluginType;
  });
});
