import assert from 'node:assert/strict';
import { it } from 'node:test';
import { openDatabase } from '../../../src/storage/engine/database.ts';
import { agentOf, bodyOf, newSession, pay } from '../../../testing/agent.ts';
import { onEveryStore } from '../../../testing/everywhere.ts';
import { numberOf } from '../../../testing/shop-orders.ts';

onEveryStore('an order that was deleted in the shop', (at) => {
  it('keeps nothing of its buyer, whatever read was under way', async () => {
    const { running, slug } = at;
    await running.settle();
    const agent = agentOf(running.baseUrl, slug);
    const session = await newSession(agent);
    await pay(session);
    const { order } = bodyOf(200, await agent.complete(session.id));
    const before = bodyOf(200, await agent.readOrder(order?.id ?? ''));
    await using database = await openDatabase(running.databaseUrl);
    const readBuyer = () =>
      database
        .selectFrom('orders')
        .select(['buyerEmail', 'shippingAddress', 'pageUrl'])
        .where('sessionId', '=', session.id)
        .executeTakeFirstOrThrow();
    const row = await readBuyer();
    assert.ok(row.buyerEmail && row.pageUrl);
    const forgotten = { buyerEmail: null, shippingAddress: null, pageUrl: null };

    running.shop(slug).control.deleteOrder(numberOf(at, session));
    await running.settle();
    assert.deepEqual({ ...(await readBuyer()) }, forgotten);
    const after = bodyOf(200, await agent.readOrder(order?.id ?? ''));
    assert.deepEqual([after.status, after.totals], [before.status, before.totals]);
    assert.ok(!JSON.stringify(after).includes('buyer@'));

    await database.updateTable('orders').set(row).where('sessionId', '=', session.id).execute();
    running.advance(61_000);
    await running.settle();
    assert.deepEqual({ ...(await readBuyer()) }, forgotten);
  });
});
