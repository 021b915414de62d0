import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { startWooCommerceShop } from '../../simulated-shops/woocommerce/start.ts';
import { agentOf, findVariant } from '../../testing/agent.ts';
import { startAgentPlatform } from '../../testing/agent-platform.ts';
import { withService } from '../../testing/everywhere.ts';
import { forSuite } from '../../testing/for-suite.ts';
import { ucpAgent } from '../../testing/official-agent.ts';
import { payCheckout } from '../../testing/pay-checkout.ts';
import { pluck } from '../../testing/pluck.ts';
import { connectShop } from '../../testing/test-service.ts';
import { amountOf, assertSums } from '../../testing/ucp-agent.ts';

const slug = 'whole-euros';

withService('an order of a shop that shows no cents', (running) => {
  const agents = forSuite(() => startAgentPlatform());
  let ahead = 0;

  const shop = forSuite(() =>
    startWooCommerceShop({ name: 'Whole Euros', currency: 'EUR', priceDecimals: 0 }),
  );
  before(async () => {
    await connectShop(running, { slug, platform: 'woocommerce' }, shop);
    agents.now = () => Date.now() + ahead;
  });

  it('reports an order to the cent in both protocols, refunds included', async () => {
    const agent = ucpAgent(running.baseUrl, slug, agents);
    const contract = agentOf(running.baseUrl, slug);
    const { id } = await findVariant(contract, 'mug');
    const variants = shop.control.products.flatMap((product) => product.variants);
    const mug = variants.find((each) => id.endsWith(`/${each.id}`)) ?? assert.fail();
    Object.assign(mug, { price: '18.55', stock: null });

    const line_items = [{ item: { id }, quantity: 3 }];
    const checkout = await agent.call('POST', '/checkout-sessions', {
      line_items,
      discounts: { codes: ['SUMMER10'] },
    });
    assert.equal(checkout.status, 201, checkout.text);
    await payCheckout(checkout.body.continue_url);
    const done = await agent.call(
      'POST',
      `/checkout-sessions/${checkout.body.id}/complete`,
      {},
      { sign: true },
    );
    const orderId = done.body.order.id;
    const [shopOrder] = shop.control.orders();
    shop.control.refundPart(shopOrder?.id ?? 0, '5.25', [0]);
    await running.settle();
    ahead += 60_000;

    const { body: order } = await agent.call('GET', `/orders/${orderId}`, undefined, { sign: true });
    assertSums(order);
    const [line] = order.line_items;
    assert.deepEqual([line.item.price, line.quantity.total], [1855, 3]);
    const amounts = ['subtotal', 'items_discount', 'total'].map((type) => amountOf(line.totals, type));
    assert.deepEqual(amounts, [5557, -557, 5000], 'the line takes up what the shop rounds');
    assert.equal(amountOf(order.totals, 'total') % 100, 0, 'the shop takes whole euros');
    const adjusted = order.adjustments?.map(({ totals }: typeof order) => totals);
    assert.deepEqual(adjusted, [[{ type: 'total', amount: -525 }]]);

    const { body: read } = await contract.readOrder(orderId);
    assert.deepEqual(pluck(read.line_items, 'price', 'quantity'), [[1855, 3]]);
    const { subtotal, discount, tax, shipping, total } = read.totals;
    assert.equal(discount, 557);
    assert.equal(subtotal - discount + tax + shipping, total);
    assert.equal(total, amountOf(order.totals, 'total'));
  });
});
