import assert from 'node:assert/strict';
import { it } from 'node:test';
import { agentOf, bodyOf, findVariant } from '../../../testing/agent.ts';
import { withStore } from '../../../testing/everywhere.ts';
import { payCheckout } from '../../../testing/pay-checkout.ts';
import { ucpAgentOf } from '../../../testing/ucp-agent.ts';

const slug = 'demo-woocommerce';

/** WooCommerce makes an order before its payment is tried. */
withStore('woocommerce', 'an order whose payment was declined', (running) => {
  it('leaves its checkout open until the buyer has paid', async () => {
    const agent = agentOf(running.baseUrl, slug);
    const platform = ucpAgentOf({ slug, running });
    const { id: mug } = await findVariant(agent, 'mug');
    const { id, continue_url: url } = bodyOf(201, await platform.create([mug]));
    const read = async () => bodyOf(200, await platform.get(`/checkout-sessions/${id}`));

    await assert.rejects(payCheckout(url ?? '', { payment: 'declined' }), /refused/);
    await running.settle();
    assert.equal((await read()).status, 'requires_escalation');
    const declined = bodyOf(200, await agent.readSession(id));
    assert.deepEqual([declined.order?.status, declined.payment], ['pending', 'claimed']);
    const lines = { line_items: [{ item: { id: mug }, quantity: 2 }] };
    bodyOf(200, await platform.put(`/checkout-sessions/${id}`, lines));

    await payCheckout(url ?? '');
    await running.settle();
    const paid = await read();
    assert.equal(paid.status, 'completed');
    const order = bodyOf(200, await agent.readOrder(paid.order?.id ?? ''));
    assert.deepEqual([order.status, order.payment], ['processing', 'verified']);
    assert.equal(order.line_items[0]?.quantity, 2);
  });
});
