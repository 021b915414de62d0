import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { sql } from 'kysely';
import type {
  GetStoreEventDeliveryResponse,
  ListStoreEventDeliveriesResponse,
  ListStoreEventEndpointsResponse,
  ListStoreOrdersResponse,
  ListStoreSessionsResponse,
} from '../../../client/index.ts';
import { DELIVER_EVENTS } from '../../../src/commerce/job/job-names.ts';
import { openWithoutMigrating } from '../../../src/storage/engine/database.ts';
import { agentOf, bodyOf, findVariant, newSession, pay } from '../../../testing/agent.ts';
import { startEventReceiver } from '../../../testing/event-receiver.ts';
import { withStore } from '../../../testing/everywhere.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { type Merchant, signUp, withToken } from '../../../testing/merchant.ts';

const HOUR_MS = 60 * 60_000;
const SLUG = 'demo-woocommerce';

withStore('woocommerce', 'rows whose encrypted values cannot be opened', (running) => {
  const receiver = forSuite(() => startEventReceiver());
  let merchant: Merchant;

  const agent = () => agentOf(running.baseUrl, SLUG);
  const deliver = () => running.service.runnerOf([DELIVER_EVENTS]).drain();
  const read = async <Body>(path: string) => bodyOf(200, await merchant.get<Body>(`/stores/${SLUG}${path}`));

  before(async () => {
    // A token outlasts the hours of this suite.
    merchant = await withToken(running, await signUp(running));
    for (let count = 0; count < 2; count += 1) {
      const session = await newSession(agent());
      await pay(session);
      assert.equal((await agent().complete(session.id)).status, 200);
    }
    await running.settle();
  });

  /** Replaces the ciphertext of one row, as a restored page of an older backup under another key would. */
  async function damage(table: string, column: string, id: string): Promise<void> {
    await using database = await openWithoutMigrating(running.databaseUrl);
    const text = 'v1.00000000.damaged';
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${text} where id = ${id}`.execute(database);
  }

  async function addEndpoint(): Promise<string> {
    const path = `/stores/${SLUG}/event-endpoints`;
    const { endpoint } = bodyOf(
      201,
      await merchant.post<{ endpoint: { id: string } }>(path, { url: receiver.url }),
    );
    return endpoint.id;
  }

  it('lists an order among all others, marked, without the buyer’s address', async () => {
    const [first, second] = (await read<ListStoreOrdersResponse>('/orders')).items;
    assert.ok(first && second);
    await damage('orders', 'buyer_email', first.id);
    const { items, total } = await read<ListStoreOrdersResponse>('/orders');
    assert.equal(total, 2);
    const marks = items.map(({ id, unreadable, buyer_email }) => [id, unreadable, buyer_email === null]);
    assert.deepEqual(marks, [
      [first.id, true, true],
      [second.id, false, false],
    ]);
    const { order } = await read<{ order: { unreadable: boolean } }>(`/orders/${first.id}`);
    assert.equal(order.unreadable, true);
    const file = await merchant.get<string>(`/stores/${SLUG}/orders?format=csv`);
    assert.equal(file.status, 200);
    assert.match(file.body, new RegExp(first.id));
  });

  it('exports an order with the name of what cannot be opened, and all rows behind it', async () => {
    const data = await read<{ orders: { unreadable?: string[] }[] }>('/export');
    assert.deepEqual(data.orders.map(({ unreadable }) => unreadable).filter(Boolean), [['buyer_email']]);
  });

  it('lists a cart and a session, which expire like all others', async () => {
    await addEndpoint();
    const { id: mug } = await findVariant(agent(), 'mug');
    const cart = bodyOf(201, await agent().createCart([mug]));
    await damage('carts', 'continue_url', cart.id);
    await damage('carts', 'cart_handle', cart.id);
    const session = await newSession(agent());
    await damage('checkout_sessions', 'continue_url', session.id);
    await damage('checkout_sessions', 'cart_handle', session.id);
    assert.equal((await read<{ items: unknown[] }>('/carts')).items.length, 1);
    running.advance(7 * HOUR_MS);
    const { items } = await read<ListStoreSessionsResponse>('/sessions');
    assert.equal(items.find(({ id }) => id === session.id)?.ending, 'expired');
    const { session: detail } = await read<{ session: { id: string } }>(`/sessions/${session.id}`);
    assert.equal(detail.id, session.id);
    await running.settle();
  });

  it('mends an order by the next reading of its shop', async () => {
    const { items } = await read<ListStoreOrdersResponse>('/orders');
    assert.deepEqual(
      items.map(({ unreadable }) => unreadable),
      [false, false],
    );
    assert.match(items[0]?.buyer_email ?? '', /@/);
  });

  it('gives a delivery up, which holds no later one back', async () => {
    receiver.usual = () => 503;
    await newSession(agent());
    await deliver();
    const waiting = (await read<ListStoreEventDeliveriesResponse>('/event-deliveries?status=pending')).items;
    const first = waiting.at(-1);
    assert.ok(first && waiting.length > 1);
    await damage('outbox_messages', 'snapshot', first.id);
    receiver.usual = () => 204;
    running.advance(HOUR_MS);
    await deliver();
    const left = await read<ListStoreEventDeliveriesResponse>('/event-deliveries?status=pending');
    assert.equal(left.total, 0);
    const damaged = await read<GetStoreEventDeliveryResponse>(`/event-deliveries/${first.id}`);
    assert.equal(damaged.delivery.status, 'dead');
    assert.match(damaged.delivery.history.at(-1)?.error ?? '', /cannot be decrypted/);
    assert.deepEqual([damaged.unreadable, damaged.payload], [true, {}]);
  });

  it('lists an endpoint, which gets nothing until it is set again', async () => {
    const id = (await read<ListStoreEventEndpointsResponse>('/event-endpoints')).items[0]?.id ?? '';
    await damage('event_endpoints', 'url', id);
    const [endpoint] = (await read<ListStoreEventEndpointsResponse>('/event-endpoints')).items;
    assert.deepEqual([endpoint?.url, endpoint?.unreadable], ['', true]);
    const before = receiver.arrived.length;
    await newSession(agent());
    await deliver();
    assert.equal(receiver.arrived.length, before);
    const path = `/stores/${SLUG}/event-endpoints/${id}`;
    const mended = bodyOf(
      200,
      await merchant.put<{ endpoint: { unreadable: boolean } }>(path, { url: receiver.url }),
    );
    assert.equal(mended.endpoint.unreadable, false);
    running.advance(HOUR_MS);
    await deliver();
    assert.ok(receiver.arrived.length > before);
  });
});
