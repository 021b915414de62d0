import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  type AgentPlatform,
  type Arrived,
  digestOf,
  holds,
  startAgentPlatform,
} from '../../testing/agent-platform.ts';
import { databases } from '../../testing/databases.ts';
import { ucpAgent } from '../../testing/official-agent.ts';
import { payCheckout } from '../../testing/pay-checkout.ts';
import { PLATFORMS, startTestService, type TestService } from '../../testing/test-service.ts';
import { assertSignedByStore } from './signed-rpc.ts';

const HOUR_MS = 60 * 60_000;
const COVERED = [
  '@method',
  '@authority',
  '@path',
  '@query',
  'ucp-agent',
  'idempotency-key',
  'webhook-id',
  'webhook-timestamp',
  'content-type',
  'content-digest',
];

for (const database of databases)
  for (const shop of PLATFORMS)
    describe(`orders and their events (${database.name}, demo-${shop})`, () => {
      const slug = `demo-${shop}`;
      let running: TestService;
      let platform: AgentPlatform;

      before(async () => {
        running = await startTestService({ database, platforms: [shop] });
        await running.settle();
        platform = await newPlatform();
      });
      after(async () => {
        await running.close();
        await platform.close();
      });

      let ahead = 0;
      const advance = (ms: number) => {
        ahead += ms;
        running.advance(ms);
      };
      const newPlatform = async (version?: string) => {
        const platform = await startAgentPlatform(version);
        platform.now = () => Date.now() + ahead;
        return platform;
      };

      const agent = () => ucpAgent(running.baseUrl, slug, platform);

      /** Returns a paid order after its event reached the platform. */
      async function paidOrder() {
        const checkout = await agent().checkout();
        await payCheckout(checkout.continue_url);
        platform.arrived.length = 0;
        await running.settle();
        const inShop = running
          .shop(slug)
          .control.orders()
          .find(({ sessionId }) => sessionId === checkout.id);
        assert.ok(inShop);
        return { checkout, number: inShop.id };
      }

      async function move(number: number, to: 'shipped' | 'delivered' | 'canceled' | 'refunded') {
        advance(2_000);
        running.shop(slug).control.moveOrder(number, to);
        await running.settle();
      }

      const last = (): Arrived => platform.arrived.at(-1) ?? assert.fail('nothing arrived');
      const lastEvent = () => JSON.parse(last().text);

      it('declares orders, and publishes the keys by which they are signed', async () => {
        const profile = await agent().profile();
        assert.ok('dev.ucp.shopping.order' in profile.ucp.capabilities);
        assert.equal(profile.keys?.length, 1);
        assert.deepEqual((await agent().profile('2026-04-08')).signing_keys, profile.keys);
        assert.ok(!JSON.stringify(profile).includes('"d"'));
      });

      it('reports an order once it is paid, signed by a key of the profile [UOR-3]', async () => {
        const { checkout } = await paidOrder();
        assert.equal(platform.arrived.length, 1);
        const { url, headers, text } = last();
        assert.equal(url, platform.webhookUrl);
        assert.equal(headers['content-digest'], digestOf(text));
        assert.equal(headers['ucp-agent'], `profile="${agent().store}/.well-known/ucp"`);
        const { keys = [] } = await agent().profile();
        const message = { method: 'POST', url, headers: headers as Record<string, string> };
        assert.equal(await holds(message, keys, COVERED), true);
        const order = JSON.parse(text);
        assert.equal(order.checkout_id, checkout.id);
        assert.equal(order.ucp.version, '2026-08-25');
        assert.deepEqual(order.ucp.capabilities, { 'dev.ucp.shopping.order': [{ version: '2026-08-25' }] });
        assert.deepEqual(order.line_items[0].quantity, { original: 1, total: 1, fulfilled: 0 });
        assert.equal(order.line_items[0].status, 'processing');
        const of = (type: string) => order.totals.filter((each: { type: string }) => each.type === type);
        const others = order.totals.filter((each: { type: string }) => each.type !== 'total');
        assert.equal(of('subtotal').length, 1);
        const sum = others.reduce((total: number, each: { amount: number }) => total + each.amount, 0);
        assert.equal(of('total')[0].amount, sum);
      });

      it('describes in /openapi.json the headers and the body with which an event arrives', async () => {
        await paidOrder();
        const described = await fetch(`${running.baseUrl}/openapi.json`);
        // biome-ignore lint/suspicious/noExplicitAny: the members that are read are asserted.
        const { webhooks, components } = (await described.json()) as any;
        const { parameters, requestBody } = webhooks['ucp.order'].post;
        for (const { name } of parameters) assert.ok(last().headers[name.toLowerCase()], name);
        const { $ref } = requestBody.content['application/json'].schema;
        for (const member of components.schemas[$ref.split('/').at(-1)].required)
          assert.ok(lastEvent()[member], member);
      });

      it('reports shipping and delivery with tracking, each once [UOR-4]', async () => {
        const { number } = await paidOrder();
        await move(number, 'shipped');
        assert.equal(platform.arrived.length, 2);
        const [event] = lastEvent().fulfillment.events;
        assert.equal(event.type, 'shipped');
        assert.ok(event.tracking_number);
        assert.deepEqual(event.line_items, [{ id: 'line-1', quantity: 1 }]);
        assert.equal(lastEvent().line_items[0].status, 'fulfilled');
        await move(number, 'delivered');
        assert.equal(platform.arrived.length, 3);
        const types = lastEvent().fulfillment.events.map((each: { type: string }) => each.type);
        assert.deepEqual(types, ['shipped', 'delivered']);
        await running.settle();
        assert.equal(platform.arrived.length, 3);
      });

      it('reports a refund as negative money and a cancellation as removed lines', async () => {
        const refunded = await paidOrder();
        await move(refunded.number, 'refunded');
        const [refund] = lastEvent().adjustments;
        assert.equal(refund.type, 'refund');
        const total = lastEvent().totals.find((each: { type: string }) => each.type === 'total');
        assert.deepEqual(refund.totals, [{ type: 'total', amount: -total.amount }]);
        const canceled = await paidOrder();
        await move(canceled.number, 'canceled');
        assert.equal(lastEvent().line_items[0].status, 'removed');
        assert.deepEqual(lastEvent().adjustments[0].line_items, [{ id: 'line-1', quantity: -1 }]);
      });

      it('tries again under the same id, in the order of what happened [UOR-6]', async () => {
        const { number } = await paidOrder();
        platform.arrived.length = 0;
        platform.answers = [{ status: 503 }, { status: 302, headers: { location: '/elsewhere' } }];
        await move(number, 'shipped');
        assert.equal(platform.arrived.length, 1);
        await move(number, 'delivered');
        advance(HOUR_MS);
        await running.settle();
        const ids = platform.arrived.map(({ headers }) => headers['webhook-id']);
        assert.equal(new Set(ids).size, 2);
        assert.equal(ids[0], ids[ids.length - 2]);
        const texts = platform.arrived.map(({ text }) => JSON.parse(text).fulfillment.events.length);
        assert.deepEqual(texts.slice(-2), [1, 2]);
        assert.ok(platform.arrived.every(({ url }) => url === platform.webhookUrl));
      });

      it('waits for Retry-After before the next attempt [UOR-6]', async () => {
        const { number } = await paidOrder();
        platform.arrived.length = 0;
        platform.answers = [{ status: 429, headers: { 'retry-after': '1800' } }];
        await move(number, 'shipped');
        advance(HOUR_MS / 4);
        await running.settle();
        assert.equal(platform.arrived.length, 1);
        advance(HOUR_MS / 2);
        await running.settle();
        assert.equal(platform.arrived.length, 2);
      });

      it('delivers once the store is connected again what its disconnection has held up', async () => {
        const { number } = await paidOrder();
        platform.arrived.length = 0;
        platform.answers = [{ status: 503 }];
        await move(number, 'shipped');
        const { stores } = running.service;
        const { id } = (await stores.find(slug)) ?? assert.fail();
        const by = { actor: { accountId: null, name: 'test' }, action: 'store.settings_changed' } as const;
        await stores.disconnect(id, new Date(running.now()).toISOString(), by, []);
        advance(HOUR_MS);
        await running.settle();
        assert.equal(platform.arrived.length, 1);
        await stores.resume(id, new Date(running.now()).toISOString(), by, []);
        advance(HOUR_MS);
        await running.settle();
        assert.equal(platform.arrived.length, 2);
        assert.equal(last().headers['webhook-id'], platform.arrived[0]?.headers['webhook-id']);
      });

      it('gives up after days, and goes on with what is new', async () => {
        const { number } = await paidOrder();
        platform.arrived.length = 0;
        platform.answers = [{ status: 500 }];
        await move(number, 'shipped');
        advance(5 * 24 * HOUR_MS);
        await move(number, 'delivered');
        const all = platform.arrived.map(({ text }) => JSON.parse(text).fulfillment.events.length);
        assert.deepEqual(all, [1, 2]);
      });

      it('sends no event to a platform without a webhook address', async () => {
        platform.publish({
          cacheControl: 'max-age=1',
          capabilities: {
            'dev.ucp.shopping.checkout': [{ version: '2026-08-25' }],
            'dev.ucp.shopping.catalog.search': [{ version: '2026-08-25' }],
            'dev.ucp.shopping.order': [{ version: '2026-08-25' }],
          },
        });
        advance(HOUR_MS);
        const { number } = await paidOrder();
        await move(number, 'shipped');
        assert.equal(platform.arrived.length, 0);
        platform.publish();
        advance(HOUR_MS);
      });

      it('returns an order to the platform that made its checkout, with a signature [UOR-2]', async () => {
        const { checkout, number } = await paidOrder();
        await move(number, 'shipped');
        const path = `/orders/${lastEvent().id}`;
        const read = await agent().call('GET', path, undefined, { sign: true });
        assert.equal(read.status, 200);
        const { ucp, ...order } = read.body;
        const { ucp: _, ...event } = lastEvent();
        assert.deepEqual(order, event);
        assert.equal(ucp.status, 'success');
        assert.equal(order.checkout_id, checkout.id);

        const unsigned = await agent().call('GET', path);
        assert.deepEqual([unsigned.status, unsigned.body.code], [401, 'signature_missing']);
        const forged = await agent().call('GET', path, undefined, {
          sign: true,
          headers: { signature: `sig1=:${Buffer.alloc(64).toString('base64')}:` },
        });
        assert.deepEqual([forged.status, forged.body.code], [401, 'signature_invalid']);

        const other = await newPlatform();
        const theirs = ucpAgent(running.baseUrl, slug, other);
        const refused = await theirs.call('GET', path, undefined, { sign: true });
        assert.equal(refused.body.ucp.status, 'error');
        assert.equal(refused.body.messages[0].code, 'not_found');
        await other.close();
      });

      it('speaks 2026-04-08 to who does, with keys under that version’s name', async () => {
        const older = await newPlatform('2026-04-08');
        const theirs = ucpAgent(running.baseUrl, slug, older);
        const checkout = await theirs.checkout();
        await payCheckout(checkout.continue_url);
        await running.settle();
        const { headers, text, url } = older.arrived.at(-1) ?? assert.fail('nothing arrived');
        assert.equal(JSON.parse(text).ucp.version, '2026-04-08');
        const { signing_keys = [] } = await theirs.profile();
        assert.deepEqual((await theirs.profile('2026-04-08')).signing_keys, signing_keys);
        const message = { method: 'POST', url, headers: headers as Record<string, string> };
        assert.equal(await holds(message, signing_keys, COVERED), true);
        const read = await theirs.call('GET', `/orders/${JSON.parse(text).id}`, undefined, { sign: true });
        assert.equal(read.body.id, JSON.parse(text).id);
        await older.close();
      });

      it('signs what it says of checkouts and orders [SIG-14]', async () => {
        const { checkout } = await paidOrder();
        const path = `/checkout-sessions/${checkout.id}`;
        const done = await agent().call('POST', `${path}/complete`, {});
        assert.equal(done.body.status, 'completed', done.text);
        const lines = {
          line_items: checkout.line_items.map(({ item }) => ({ item: { id: item.id }, quantity: 1 })),
        };
        const other = await agent().call('POST', '/checkout-sessions', lines);
        const open = `/checkout-sessions/${other.body.id}`;
        for (const request of [
          done,
          other,
          await agent().call('GET', path),
          await agent().call('PUT', open, lines),
          await agent().call('POST', `${open}/cancel`, {}),
          await agent().call('GET', `/orders/${done.body.order.id}`, undefined, { sign: true }),
        ])
          await assertSignedByStore(`${agent().store}/.well-known/ucp`, request);
        assert.equal((await agent().search()).headers.get('signature'), null);
      });

      it('delivers events that a killed process left in the outbox [UOR-6]', async () => {
        const { number } = await paidOrder();
        platform.arrived.length = 0;
        platform.answers = [{ status: 500 }];
        await move(number, 'shipped');
        const { databaseUrl } = running;
        await running.close();
        running = await startTestService({ database, databaseUrl, platforms: [shop] });
        running.advance(ahead);
        advance(10 * HOUR_MS);
        await running.settle();
        assert.equal(platform.arrived.length, 2);
        const [one, two] = platform.arrived;
        assert.equal(one?.headers['webhook-id'], two?.headers['webhook-id']);
        assert.equal(JSON.parse(one?.text ?? '').id, JSON.parse(two?.text ?? '').id);
      });
    });
