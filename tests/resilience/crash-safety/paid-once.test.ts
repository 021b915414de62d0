import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { bodyOf, findVariant, pay, type Session } from '../../../testing/agent.ts';
import { everywhere } from '../../../testing/everywhere.ts';

everywhere('a session that the buyer has paid', (at) => {
  let mug: string;
  before(async () => {
    mug = (await findVariant(at.agent, 'mug')).id;
  });

  const ordersOf = ({ id }: Session) =>
    at.running
      .shop(at.slug)
      .control.orders()
      .filter(({ sessionId }) => sessionId === id);

  it('cannot be paid again at the URL of a later change', async () => {
    const session = (await at.agent.createSession([mug])).body;
    await pay(session);
    // The shop's webhook has not arrived yet.
    const changed = await at.agent.replaceLines(session.id, [[mug, 3]]);
    assert.ok([200, 409].includes(changed.status), JSON.stringify(changed.body));
    const { continue_url: address } = (await at.agent.readSession(session.id)).body;
    await (await fetch(address ?? '', { method: 'POST' })).text();
    assert.equal(ordersOf(session).length, 1);

    assert.equal(bodyOf(200, await at.agent.complete(session.id)).payment, 'verified');
  });

  it('keeps its lines once the shop’s webhook has reported the order', async () => {
    await at.running.settle();
    const session = (await at.agent.createSession([mug])).body;
    await pay(session);
    await at.running.settle();
    const { control } = at.running.shop(at.slug);
    control.resetCalls();
    const refused = bodyOf(409, await at.agent.replaceLines(session.id, [[mug, 3]]));
    assert.match(JSON.stringify(refused), /The buyer has ordered already\. Complete the checkout session\./);
    assert.deepEqual(control.calls(), {});
    const completed = await at.agent.complete(session.id);
    assert.equal(completed.body.payment, 'verified');
    assert.equal(completed.body.line_items[0]?.quantity, 1);
  });
});
