import assert from 'node:assert/strict';
import { before, beforeEach, it } from 'node:test';
import { startWooCommerceShop } from '../../simulated-shops/woocommerce/start.ts';
import { agentOf, bodyOf, type Cart, findVariant, type Order, type Session } from '../../testing/agent.ts';
import { startAgentPlatform } from '../../testing/agent-platform.ts';
import { withService } from '../../testing/everywhere.ts';
import { forSuite } from '../../testing/for-suite.ts';
import { ucpAgent } from '../../testing/official-agent.ts';
import { payCheckout } from '../../testing/pay-checkout.ts';
import { connectShop } from '../../testing/test-service.ts';
import { assertSums, type Message } from '../../testing/ucp-agent.ts';
import { officialSchemas } from '../../testing/ucp-schemas.ts';
import { type Checkout, type ShownCart, shopperAt } from '../shopping/shopper.ts';

const slug = 'with-plugins';
const MINIMUM = 'Our minimum order is $50.00';

withService('carts of a shop with plugins', (running) => {
  const agents = forSuite(() => startAgentPlatform('2026-04-08'));
  const isCart = officialSchemas('2026-04-08').response('schemas/shopping/cart.json');
  const shop = forSuite(() => startWooCommerceShop({ name: 'With Plugins' }));
  const contract = () => agentOf(running.baseUrl, slug);
  const official = () => ucpAgent(running.baseUrl, slug, agents);
  const shopper = () => shopperAt({ running, slug });
  let [mug, candle] = ['', ''];

  before(async () => {
    await connectShop(running, { slug, platform: 'woocommerce' }, shop);
    mug = (await findVariant(contract(), 'mug')).id;
    candle = (await findVariant(contract(), 'candle')).id;
    for (const { variants } of shop.control.products)
      for (const variant of variants) Object.assign(variant, { stock: null, price: '12.00' });
  });
  beforeEach(() => {
    shop.control.settings.cartPlugins = {};
  });

  const numberOf = (id: string) => Number(/\d+$/.exec(id)?.[0]);
  const giving = (isFree: boolean) => ({ bought: numberOf(mug), given: numberOf(candle), isFree });
  const two = () => [{ item: { id: mug }, quantity: 2 }];
  const kinds = (lines: Cart['line_items']) =>
    lines.map(({ item, quantity, added_by_shop }) => [item.id, quantity, added_by_shop]);

  function assertAddsUp({ line_items, totals }: Pick<Cart, 'line_items' | 'totals'>): void {
    const { subtotal, discount, tax, shipping = 0, total, fees = 0 } = totals;
    assert.equal(subtotal - discount + tax + shipping, total);
    assert.equal(
      line_items.reduce((sum, line) => sum + line.subtotal, fees),
      subtotal,
    );
  }

  it('marks goods that the shop adds in a cart of the contract, and adds them once to a cart that is sent back', async () => {
    shop.control.settings.cartPlugins = { gives: giving(false) };
    const cart = bodyOf(201, await contract().post<Cart>('/carts', { line_items: two() }));
    const both = [
      [mug, 2, undefined],
      [candle, 2, true],
    ];
    assert.deepEqual(kinds(cart.line_items), both);
    assertAddsUp(cart);
    assert.equal(cart.totals.fees, undefined);
    const again = bodyOf(
      200,
      await contract().put<Cart>(`/carts/${cart.id}`, { line_items: cart.line_items }),
    );
    assert.deepEqual(kinds(again.line_items), both);
    const repriced = bodyOf(200, await contract().put<Cart>(`/carts/${cart.id}`, {}));
    assert.deepEqual(kinds(repriced.line_items), both);
  });

  it('keeps a gift apart from paid pieces of the same product, until the order', async () => {
    shop.control.settings.cartPlugins = { gives: giving(true) };
    const line_items = [...two(), { item: { id: candle }, quantity: 1 }];
    const session = bodyOf(201, await contract().post('/checkout-sessions', { line_items }));
    assert.deepEqual(
      session.line_items.map(({ item, subtotal }) => [item.id, subtotal]),
      [
        [mug, 2400],
        [candle, 1200],
        [candle, 0],
      ],
    );
    assertAddsUp(session);
    await payCheckout(session.continue_url ?? '');
    const done = bodyOf(200, await contract().post(`/checkout-sessions/${session.id}/complete`, {}));
    const order = bodyOf(200, await contract().get<Order>(`/orders/${done.order?.id}`));
    assert.equal(order.line_items.length, 3);
    assert.equal(order.totals.subtotal, session.totals.subtotal);
  });

  it('names fees and takes those below zero off as discounts, in all protocols', async () => {
    const fees = [
      { name: 'Small order &amp; packing', amount: '5.00' },
      { name: 'Loyalty', amount: '-2.50' },
    ];
    shop.control.settings.cartPlugins = { fees };
    const cart = bodyOf(201, await contract().post<Cart>('/carts', { line_items: two() }));
    assertAddsUp(cart);
    const { fees: sum, fee_lines, discount, discount_lines } = cart.totals;
    assert.deepEqual(
      { sum, fee_lines, discount, discount_lines, automatic_discounts: cart.automatic_discounts },
      {
        sum: 500,
        fee_lines: [{ name: 'Small order & packing', amount: 500 }],
        discount: 250,
        discount_lines: [{ name: 'Loyalty', amount: 250 }],
        automatic_discounts: [{ title: 'Loyalty', amount: 250 }],
      },
    );

    const session = bodyOf(201, await contract().post('/checkout-sessions', { line_items: two() }));
    await payCheckout(session.continue_url ?? '');
    const done = bodyOf(200, await contract().post(`/checkout-sessions/${session.id}/complete`, {}));
    const order = bodyOf(200, await contract().get<Order>(`/orders/${done.order?.id}`));
    assert.partialDeepStrictEqual(order.totals, { fees: 500, fee_lines, discount: 250, discount_lines });

    const ucp = await official().call('POST', '/carts', { line_items: two() });
    isCart(ucp.body);
    assertSums(ucp.body);
    const entries = ucp.body.totals.filter(({ type }: { type: string }) => /fee|discount/.test(type));
    assert.deepEqual(entries, [
      { type: 'discount', display_text: 'Loyalty', amount: -250 },
      { type: 'fee', display_text: 'Small order & packing', amount: 500 },
    ]);

    const ofTools = await shopper().call<ShownCart>('create_cart', { items: [{ id: mug, quantity: 2 }] });
    assert.deepEqual(ofTools.automatic_discounts, [{ title: 'Loyalty', amount: '2.50' }]);
    assert.deepEqual(
      [ofTools.subtotal, ofTools.fees, ofTools.fee_lines, ofTools.discount, ofTools.discount_lines],
      [
        '29.00',
        '5.00',
        [{ name: 'Small order & packing', amount: '5.00' }],
        '2.50',
        [{ name: 'Loyalty', amount: '2.50' }],
      ],
    );
  });

  it('marks goods that the shop adds in official UCP, and adds them once when they are sent back', async () => {
    shop.control.settings.cartPlugins = { gives: giving(false) };
    const { body: cart } = await official().call('POST', '/carts', { line_items: two() });
    isCart(cart);
    assertSums(cart);
    const ids = cart.line_items.map(({ id }: { id: string }) => id);
    assert.deepEqual(ids, ['line-1', 'added-2']);
    for (const line_items of [
      cart.line_items,
      cart.line_items.map(({ added_by_shop: _, ...line }: { added_by_shop?: true }) => line),
    ]) {
      const { body: again } = await official().call('PUT', `/carts/${cart.id}`, { line_items });
      assert.deepEqual(
        again.line_items.map((line: { quantity: number; added_by_shop?: true }) => [
          line.quantity,
          line.added_by_shop,
        ]),
        [
          [2, undefined],
          [2, true],
        ],
      );
    }
  });

  it('sets quantities of asked goods alone in the shopping tools', async () => {
    shop.control.settings.cartPlugins = { gives: giving(true) };
    const cart = await shopper().call<ShownCart>('create_cart', {
      items: [
        { id: mug, quantity: 1 },
        { id: candle, quantity: 3 },
      ],
    });
    const pieces = ({ items }: Pick<ShownCart, 'items'>) =>
      items.map(({ quantity, added_by_shop }) => [quantity, added_by_shop]);
    const changed = await shopper().call<ShownCart>('update_cart', {
      cart_id: cart.id,
      items: [{ id: mug, quantity: 2 }],
    });
    const expected = [
      [2, undefined],
      [3, undefined],
      [2, true],
    ];
    assert.deepEqual(pieces(changed), expected);
    const checkout = await shopper().call<Checkout>('create_checkout', { cart_id: cart.id });
    assert.deepEqual(pieces(checkout), expected);
  });

  it('passes the shop’s sentences about the sums on in all protocols', async () => {
    const warning = 'The total is for payment by "Bank transfer".';
    shop.control.settings.cartPlugins = { warnings: [warning] };
    const session = bodyOf(201, await contract().post<Session>('/checkout-sessions', { line_items: two() }));
    assert.deepEqual(session.warnings, [warning]);
    const { body } = await official().call('POST', '/carts', { line_items: two() });
    const message = body.messages.find(({ code }: Message) => code === 'store_warning');
    assert.deepEqual([message.type, message.content], ['info', warning]);
    const ofTools = await shopper().call<ShownCart>('create_cart', { items: [{ id: mug, quantity: 2 }] });
    assert.deepEqual(ofTools.warnings, [warning]);
  });

  it('refuses a cart in the shop’s own words when a rule about the whole cart does, in all protocols', async () => {
    shop.control.settings.cartPlugins = { minimumOrder: { amount: '50.00', sentence: MINIMUM } };
    shop.control.resetCalls();
    const refused = await contract().post('/checkout-sessions', { line_items: two() });
    assert.equal(refused.status, 409);
    assert.match(JSON.stringify(refused.body), /does not take this cart: Our minimum order is \$50\.00/);
    assert.equal(shop.control.calls()['POST /cart/create'], 1);
    const { body } = await official().call('POST', '/carts', { line_items: two() });
    assert.ok(
      body.messages.some(({ content }: Message) => content.includes(MINIMUM)),
      JSON.stringify(body),
    );
    const { error } = await shopper().failed('create_cart', { items: [{ id: mug, quantity: 2 }] });
    assert.match(error.message, /Our minimum order is \$50\.00/);
    const line_items = [{ item: { id: mug }, quantity: 5 }];
    bodyOf(201, await contract().post('/checkout-sessions', { line_items }));
  });
});
