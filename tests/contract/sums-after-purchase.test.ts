import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { GetStoreSessionResponse, ListStoreSessionsResponse } from '../../client/index.ts';
import { agentOf, bodyOf, newSession, pay } from '../../testing/agent.ts';
import { startEventReceiver } from '../../testing/event-receiver.ts';
import { withService } from '../../testing/everywhere.ts';
import { forSuite } from '../../testing/for-suite.ts';
import { signUp } from '../../testing/merchant.ts';
import { assertAddsUp } from '../../testing/sums.ts';
import { PLATFORMS } from '../../testing/test-service.ts';
import { amountOf, assertSums, ucpAgentOf } from '../../testing/ucp-agent.ts';
import { type Checkout, type ShownOrder, shopperAt } from '../shopping/shopper.ts';

withService('purchase without an address', (running) => {
  const merchant = forSuite(() => signUp(running));
  const receiver = forSuite(() => startEventReceiver());

  before(async () => {
    for (const platform of PLATFORMS) {
      const endpoint = { url: receiver.url, event_types: ['session.completed', 'session.verified'] };
      bodyOf(201, await merchant.post(`/stores/demo-${platform}/event-endpoints`, endpoint));
    }
    await running.settle();
  });

  for (const platform of PLATFORMS)
    it(`shows the order’s sums in every answer once the shop has it: ${platform}`, async () => {
      const slug = `demo-${platform}`;
      const at = { slug, running };
      const agent = agentOf(running.baseUrl, slug);
      const shopper = shopperAt(at);
      const session = await newSession(agent);
      await pay(session);
      const read = bodyOf(200, await agent.readSession(session.id));
      const order = bodyOf(200, await agent.readOrder(read.order?.id ?? ''));
      const { total } = order.totals;
      assert.notEqual(total, session.totals.total, 'the buyer’s address adds to the total');

      const official = (await ucpAgentOf(at).get(`/checkout-sessions/${session.id}`)).body;
      assertSums(official);
      const checkout = await shopper.call<Checkout>('get_checkout', { checkout_id: session.id });
      const completed = bodyOf(200, await agent.complete(session.id));
      const orderForModels = await shopper.call<ShownOrder>('get_order', { order_id: checkout.order_id });
      await running.settle();
      const path = `/stores/${slug}/sessions`;
      const { session: inConsole } = (await merchant.get<GetStoreSessionResponse>(`${path}/${session.id}`))
        .body;
      const listed = (await merchant.get<ListStoreSessionsResponse>(path)).body.items.find(
        ({ id }) => id === session.id,
      );
      const event = receiver.arrived.find(
        ({ body }) => body.type === 'session.completed' && body.data.session.id === session.id,
      );
      const decimal = (total / 100).toFixed(2);
      const sums = {
        read: read.order?.totals.total,
        completed: completed.order?.totals.total,
        readAgain: bodyOf(200, await agent.readSession(session.id)).order?.totals.total,
        official: amountOf(official.totals, 'total'),
        console: inConsole.totals.total,
        list: listed?.total,
        event: event?.body.data.session.order.totals.total,
      };
      assert.deepEqual(sums, Object.fromEntries(Object.keys(sums).map((name) => [name, total])));
      assert.deepEqual([checkout.total, orderForModels.total], [decimal, decimal]);
      for (const { currency } of [read.order ?? assert.fail(), official, checkout, inConsole])
        assert.equal(currency, order.currency);

      const quoted = session.totals.total;
      assert.equal(completed.totals.total, quoted, 'the session’s totals stay those of its content');
      assertAddsUp(completed);
      assert.equal(inConsole.quoted_totals.total, quoted);
      assert.equal(listed?.quoted_total, quoted);
      assert.equal(checkout.quoted_total, (quoted / 100).toFixed(2));
      const message = official.messages?.find(({ code }) => code === 'totals_changed')?.content ?? '';
      assert.match(message, new RegExp(`\\b${decimal} USD.* ${checkout.quoted_total} USD`));

      const csv = await merchant.get<string>(`${path}?format=csv`);
      const [head = '', ...rows] = csv.body.split('\r\n');
      const row = rows.find((each) => each.includes(session.id))?.split(',') ?? [];
      const cell = (name: string) => row[head.replace('\uFEFF', '').split(',').indexOf(name)];
      assert.deepEqual([cell('total'), cell('quoted_total')], [`"${decimal}"`, `"${checkout.quoted_total}"`]);
    });
});
