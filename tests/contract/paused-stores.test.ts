import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setPaused } from '../../src/merchant/stores/lifecycle.ts';
import { COMMAND_LINE } from '../../src/merchant/visit.ts';
import { createCheckout } from '../../src/operations/checkout/create-checkout.ts';
import { type Answer, bodyOf, type ErrorBody, pay } from '../../testing/agent.ts';
import { everywhere, type Somewhere, unlimited } from '../../testing/everywhere.ts';
import { ucpAgentOf } from '../../testing/ucp-agent.ts';
import { shopperAt } from '../shopping/shopper.ts';
import { openLink, tokenOf } from '../ucp/permalink-visitor.ts';

const PAUSED = /^The merchant has paused this store/;

everywhere('a paused store', (at) => {
  const lines = () => ({ line_items: [{ item: { id: goods.mug }, quantity: 1 }] });

  const goods = unlimited(at, 'mug');

  it('refuses searches, quotes, carts and sessions with store_closed, and keeps its manifest', async () => {
    const cart = (await at.agent.createCart([goods.mug])).body;
    const session = (await at.agent.createSession([goods.mug])).body;
    await whilePaused(at, async () => {
      const refused: Answer<unknown>[] = [
        await at.agent.get('/catalog/search?q=mug'),
        await at.agent.get(`/catalog/lookup?ids=${encodeURIComponent(goods.mug)}`),
        await at.agent.quote([goods.mug], { country: 'US' }),
        await at.agent.createCart([goods.mug]),
        await at.agent.updateCart(cart.id, {}),
        await at.agent.createSession([goods.mug]),
        await at.agent.replaceLines(session.id, [goods.mug]),
      ];
      for (const { status, headers, body } of refused) {
        const { code, error } = body as ErrorBody;
        assert.deepEqual([status, code], [503, 'store_closed'], JSON.stringify(body));
        assert.match(error, PAUSED);
        assert.equal(headers.get('retry-after'), '3600');
      }
      assert.equal((await at.agent.get('')).status, 200);
    });
    assert.equal((await at.agent.createSession([goods.mug])).status, 201);
  });

  it('refuses in the words of the other doors: both MCP endpoints, official UCP and permalinks', () =>
    whilePaused(at, async () => {
      const call = { name: 'create_checkout_session', arguments: lines() };
      const { body: rpc } = await at.agent.rpc({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call });
      assert.deepEqual([rpc.error?.data?.status, rpc.error?.data?.code], [503, 'store_closed']);
      assert.match(rpc.error?.message ?? '', PAUSED);
      const failed = await shopperAt(at).failed('search_products', { query: 'mug' });
      assert.deepEqual(
        [failed.error.code, failed.error.retry_after_seconds, failed.next],
        ['store_closed', 3600, undefined],
      );
      const official = bodyOf(503, await ucpAgentOf(at).post<object>('/checkout-sessions', lines()));
      assert.match(JSON.stringify(official), /has paused this store/);
      const link = await openLink(at, `/${tokenOf(goods.mug)}:1`);
      assert.deepEqual([link.status, /No orders/.test(link.text)], [503, true]);
    }));

  it('lets agents read, pay, complete and cancel what they began', async () => {
    const [paid, dropped] = [
      (await at.agent.createSession([goods.mug])).body,
      (await at.agent.createSession([goods.mug])).body,
    ];
    const cart = (await at.agent.createCart([goods.mug])).body;
    await whilePaused(at, async () => {
      assert.equal((await at.agent.readSession(paid.id)).body.status, 'requires_escalation');
      await pay(paid);
      const { body } = await at.agent.complete(paid.id);
      assert.deepEqual([body.status, body.payment], ['completed', 'verified']);
      assert.equal((await at.agent.readOrder(body.order?.id ?? '')).status, 200);
      assert.equal((await at.agent.cancel(dropped.id)).status, 200);
      assert.equal((await at.agent.readCart(cart.id)).status, 200);
      assert.equal((await at.agent.cancelCart(cart.id)).body.status, 'canceled');
    });
  });

  it('refuses writes of a process that has not heard of the pause yet', async () => {
    const { service } = at.running;
    const store = (await service.stores.find(at.slug)) ?? assert.fail();
    const context = await service.context.openStore(store, { requestId: 'stale' });
    const cart = (await at.agent.createCart([goods.mug])).body;
    const row = (await context.carts.find(store.id, cart.id)) ?? assert.fail();
    const lease = { owner: 'stale', now: row.createdAt, until: row.expiresAt ?? row.createdAt };
    const { id } = (await at.agent.createSession([goods.mug])).body;
    const session = (await context.sessions.find(store.id, id)) ?? assert.fail();
    await whilePaused(at, async () => {
      const newId = context.newId();
      const refused = { kind: 'store_closed', message: PAUSED };
      await assert.rejects(createCheckout(context, { lines: [{ itemId: goods.mug, quantity: 1 }] }), refused);
      const claimed = await context.sessions.claim({ ...session, id: newId, idempotencyKey: null }, lease);
      assert.equal(claimed, false);
      await assert.rejects(context.carts.insert({ ...row, id: newId }), refused);
      await assert.rejects(context.carts.leaseWhileOffered(store.id, cart.id, lease), refused);
      assert.equal(await context.carts.find(store.id, newId), undefined);
    });
  });
});

async function whilePaused(at: Somewhere, check: () => Promise<void>): Promise<void> {
  const { context, stores } = at.running.service;
  const store = (await stores.find(at.slug)) ?? assert.fail(`no store ${at.slug}`);
  const operator = { context, store, actor: COMMAND_LINE, requestId: 'pause' };
  await setPaused(operator, true);
  try {
    await check();
  } finally {
    await setPaused(operator, false);
  }
}
