import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import { bodyOf, pay } from '../../testing/agent.ts';
import { everywhere, unlimited } from '../../testing/everywhere.ts';
import { forSuite } from '../../testing/for-suite.ts';
import { amountOf, assertSums, lineItems, ucpAgentOf } from '../../testing/ucp-agent.ts';

everywhere('one store in both protocols', (at) => {
  const goods = unlimited(at, 'mug');
  const ucp = forSuite(() => ucpAgentOf(at));

  it('reads a session of the contract officially, and completes it there', async () => {
    const session = (await at.agent.createSession([[goods.mug, 2]])).body;
    const read = (await ucp.get(`/checkout-sessions/${session.id}`)).body;
    assert.equal(read.status, 'requires_escalation');
    assert.equal(read.continue_url, session.continue_url);
    assert.equal(amountOf(read.totals, 'total'), session.totals.total);
    await pay(session);
    assert.equal((await ucp.post(`/checkout-sessions/${session.id}/complete`, {})).body.status, 'completed');
    const reread = (await at.agent.readSession(session.id)).body;
    assert.equal(reread.status, 'completed');
    assert.ok(reread.order?.id);
  });

  it('reads an official session in the contract, and completes it there', async () => {
    const checkout = (await ucp.create([goods.mug])).body;
    const read = (await at.agent.readSession(checkout.id)).body;
    assert.equal(read.status, 'requires_escalation');
    assert.equal(read.totals.total, amountOf(checkout.totals, 'total'));
    await pay(read);
    const completed = (await at.agent.complete(checkout.id)).body;
    assert.equal(completed.status, 'completed');
    const reread = (await ucp.get(`/checkout-sessions/${checkout.id}`)).body;
    assert.deepEqual([reread.status, reread.order?.id], ['completed', completed.order?.id]);
  });

  it('takes an agent’s word for a purchase in the contract only; officially it is under way until the store knows [UCH-6]', async () => {
    const session = (await at.agent.createSession([goods.mug])).body;
    assert.equal((await at.agent.complete(session.id)).body.status, 'completed');
    const claimed = (await ucp.get(`/checkout-sessions/${session.id}`)).body;
    assert.deepEqual([claimed.status, claimed.order], ['complete_in_progress', undefined]);
    await pay(session);
    const settled = (await ucp.post(`/checkout-sessions/${session.id}/complete`, {})).body;
    assert.equal(settled.status, 'completed');
  });

  it('returns totals of the current lines, although the contract freezes its totals until completion', async () => {
    const session = (await at.agent.createSession([goods.mug])).body;
    const replaced = (await at.agent.replaceLines(session.id, [[goods.mug, 4]])).body;
    assert.equal(replaced.totals.subtotal, session.totals.subtotal);
    const official = (await ucp.get(`/checkout-sessions/${session.id}`)).body;
    assertSums(official);
    assert.equal(amountOf(official.totals, 'subtotal'), 4 * session.totals.subtotal);
  });

  it('reports failed and canceled sessions in the words of each protocol', async () => {
    const { id, totals } = (await ucp.create([goods.mug])).body;
    await at.agent.cancel(id);
    const canceled = (await ucp.get(`/checkout-sessions/${id}`)).body;
    assert.equal(canceled.status, 'canceled');
    assert.deepEqual(canceled.totals, totals);
    const failed = (await at.agent.readSession(id)).body;
    assert.deepEqual([failed.status, failed.totals.total], ['failed', 0]);
  });

  it('converts carts made in the other protocol into checkouts', async () => {
    const cart = (await at.agent.createCart([[goods.mug, 2]])).body;
    assert.equal((await ucp.get(`/carts/${cart.id}`)).body.line_items[0]?.quantity, 2);
    const body = bodyOf(201, await ucp.post('/checkout-sessions', { cart_id: cart.id, line_items: [] }));
    assert.equal(body.line_items[0]?.quantity, 2);
    const official = (await ucp.createCart([goods.mug])).body;
    assert.equal((await at.agent.readCart(official.id)).body.status, 'active');
  });

  it('keeps the keys of the two apart', async () => {
    const key = randomUUID();
    const session = (await at.agent.createSession([goods.mug], {}, { 'idempotency-key': key })).body;
    const checkout = (await ucp.keyed('/checkout-sessions', lineItems([goods.mug]), key)).body;
    assert.notEqual(checkout.id, session.id);
  });
});
