import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, it } from 'node:test';
import type { GetStoreSessionResponse, ListStoreSessionsResponse } from '../../../client/index.ts';
import { bodyOf, pay } from '../../../testing/agent.ts';
import { newCart } from '../../../testing/carts.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { pluck } from '../../../testing/pluck.ts';
import { newSession, read, SHOPIFY, startActivity, WOOCOMMERCE } from './activity.ts';

interface Entry {
  at: string;
  kind: string;
  title: string;
  detail?: string;
  request_log_id?: string;
  status?: number;
}

type Rows = { items: Record<string, unknown>[]; total: number };

const HOUR_MS = 60 * 60_000;

onEveryDatabase('the timeline of a session', (database) => {
  const at = forSuite(() => startActivity(database));
  before(async () => {
    // Subscribes the shops' order webhooks.
    await at.running.settle();
  });

  const readSession = (id: string, slug = SHOPIFY) =>
    read<GetStoreSessionResponse>(at, `/sessions/${id}`, slug);
  const titles = ({ timeline }: GetStoreSessionResponse, ...kinds: string[]) =>
    timeline.filter(({ kind }) => kinds.includes(kind)).map(({ title }) => title);

  for (const slug of [SHOPIFY, WOOCOMMERCE])
    it(`runs from its first request to its order, sorted by time (${slug})`, async () => {
      const agent = at.agent(slug);
      const session = await newSession(agent);
      await pay(session);
      await agent.complete(session.id);
      await at.running.settle();
      const detail = await readSession(session.id, slug);
      assert.partialDeepStrictEqual(detail, { session: { agent: 'shopper.example', payment: 'verified' } });
      assert.deepEqual(titles(detail, 'status'), ['initiated', 'requires_escalation', 'completed']);
      assert.deepEqual(titles(detail, 'handoff'), ['Hand-off']);
      assert.deepEqual(titles(detail, 'request'), [
        'POST /checkout-sessions',
        'POST /checkout-sessions/{session_id}/complete',
      ]);
      assert.ok(titles(detail, 'platform_call').length >= 2);
      assert.match(titles(detail, 'order')[0] ?? '', /^Order verified: /);
      assert.ok(titles(detail, 'webhook').length > 0, 'the shop’s own event stands there');
      const instants = detail.timeline.map((entry) => entry.at);
      assert.deepEqual(instants, [...instants].sort());
      for (const { request_log_id: id } of detail.timeline.filter(({ kind }) => kind === 'request'))
        await read(at, `/requests/${id}`, slug);
      assert.ok(!JSON.stringify(detail).includes(new URL(session.continue_url ?? '').search || 'nothing'));
    });

  it('shows a claimed order, and its confirmation by the store platform with the source', async () => {
    const agent = at.agent();
    const session = await newSession(agent);
    await agent.complete(session.id);
    await pay(session);
    await at.running.settle();
    const detail = await readSession(session.id);
    const [claimed, verified] = detail.timeline.filter(({ kind }) => kind === 'order');
    assert.equal(claimed?.title, 'Order claimed: pending');
    assert.match(verified?.title ?? '', /^Order verified: /);
    assert.match(verified?.detail ?? '', /by its webhook/);
  });

  it('shows why a session failed', async () => {
    const agent = at.agent();
    const canceled = await newSession(agent);
    await agent.cancel(canceled.id);
    const last = ({ timeline }: GetStoreSessionResponse) =>
      timeline.filter(({ kind }) => kind === 'status').at(-1);
    assert.equal(last(await readSession(canceled.id))?.detail, 'It was canceled.');
    const expired = await newSession(agent);
    at.running.advance(7 * HOUR_MS);
    const detail = await readSession(expired.id);
    assert.equal(detail.session.status, 'failed');
    assert.equal(last(detail)?.detail, 'It expired.');
    assert.equal(last(detail)?.at, expired.expires_at);
  });

  it('exists for carts and orders, too', async () => {
    const agent = at.agent(WOOCOMMERCE);
    const session = await newSession(agent, { buyer: { email: 'ada@example.com' } });
    const lines = session.line_items.map(({ item }) => item.id);
    const cart = await newCart({ agent }, lines);
    await agent.cancelCart(cart.id);
    const ofCart = await read<{ cart: { status: string }; timeline: Entry[] }>(
      at,
      `/carts/${cart.id}`,
      WOOCOMMERCE,
    );
    assert.equal(ofCart.cart.status, 'canceled');
    const kinds = new Set(ofCart.timeline.map(({ kind }) => kind));
    assert.deepEqual([...kinds].sort(), ['platform_call', 'request', 'status']);

    await pay(session);
    const order = (await agent.complete(session.id)).body.order?.id;
    await agent.readOrder(order ?? '');
    const ofOrder = await read<{ order: Record<string, unknown>; timeline: Entry[] }>(
      at,
      `/orders/${order}`,
      WOOCOMMERCE,
    );
    assert.equal(ofOrder.order.session_id, session.id);
    assert.equal(ofOrder.order.agent, 'shopper.example');
    assert.ok(!JSON.stringify(ofOrder).includes('ada@example.com'), 'the address of the buyer is masked');
    assert.ok(ofOrder.timeline.some(({ title }) => title === 'GET /orders/{order_id}'));
  });

  it('hides the timeline of a session from another store of the same merchant', async () => {
    const session = await newSession(at.agent());
    const cart = await at.agent().createCart(session.line_items.map(({ item }) => item.id));
    const paths = [
      `/sessions/${session.id}`,
      `/carts/${cart.body.id}`,
      `/sessions/${randomUUID()}`,
      '/orders/x',
      '/carts/%20',
    ];
    for (const path of paths)
      assert.equal((await at.merchant.get(`/stores/${WOOCOMMERCE}${path}`)).status, 404, path);
    const lists = await Promise.all(
      ['/sessions', '/carts', '/requests'].map((path) =>
        read<Rows>(at, `${path}?q=${session.id}`, WOOCOMMERCE),
      ),
    );
    assert.deepEqual(pluck(lists, 'total'), [0, 0, 0]);
  });
});

onEveryDatabase('the lists of sessions, carts and orders', (database) => {
  const at = forSuite(() => startActivity(database));

  it('filters, searches, sorts and pages the lists of sessions, carts and orders', async () => {
    const one = at.agent(SHOPIFY, 'one.example');
    const other = at.agent(SHOPIFY, 'other.example');
    const small = await newSession(one);
    const [line] = small.line_items;
    const large = (await other.createSession([[line?.item.id ?? '', 2]])).body;
    await other.cancel((await newSession(other)).id);
    await pay(small);
    await one.complete(small.id);

    const ids = async (query: string, list = 'sessions') =>
      (await read<Rows>(at, `/${list}?${query}`)).items.map(({ id }) => id);
    assert.equal((await ids('')).length, 3);
    assert.deepEqual(await ids('status=completed'), [small.id]);
    assert.deepEqual(await ids('status=requires_escalation&agent=other.example'), [large.id]);
    assert.deepEqual(await ids('status=completed,%20requires_escalation'), [large.id, small.id]);
    assert.deepEqual(await ids('status=initiated,'), []);
    assert.equal((await ids('status=,')).length, 3);
    assert.deepEqual(await ids(`q=${large.id.slice(-8)}`), [large.id]);
    const title = (await ids(`q=${encodeURIComponent(line?.item.title.slice(0, 5).toUpperCase() ?? '')}`))
      .length;
    assert.equal(title, 3);
    assert.deepEqual(await ids('q=%25'), []);
    assert.deepEqual((await ids('sort=total&direction=desc'))[0], large.id);
    assert.deepEqual((await ids('sort=created_at&direction=asc'))[0], small.id);
    assert.deepEqual(await ids('sort=agent&direction=asc&per_page=1'), [small.id]);
    const page = await read<Rows>(at, '/sessions?per_page=2&page=2');
    assert.deepEqual([page.items.length, page.total], [1, 3]);
    assert.equal((await at.merchant.get(`/stores/${SHOPIFY}/sessions?sort=continue_url`)).status, 400);

    assert.equal((await ids('payment=verified', 'orders')).length, 1);
    assert.equal((await ids('payment=claimed', 'orders')).length, 0);
    assert.equal((await ids(`q=${small.id}`, 'orders')).length, 1);
    assert.equal((await ids('sort=total', 'orders')).length, 1);
    await one.createCart([line?.item.id ?? '']);
    const carts = await read<Rows>(at, '/carts?agent=one.example&sort=total');
    assert.deepEqual([carts.total, carts.items[0]?.lines_count], [1, 1]);
  });

  it('filters sessions by what ended them, as the rows name it', async () => {
    const agent = at.agent(SHOPIFY, 'ended.example');
    await agent.createSession(['gid://shopify/ProductVariant/1']);
    await agent.cancel((await newSession(agent)).id);
    await newSession(agent);
    at.running.advance(7 * HOUR_MS);
    await newSession(agent);
    const list = async (ending: string) =>
      (await read<ListStoreSessionsResponse>(at, `/sessions?agent=ended.example&ending=${ending}`)).items;
    const all = await list('');
    assert.deepEqual(all.map(({ ending }) => ending).toSorted(), ['canceled', 'error', 'expired', null]);
    for (const endings of ['error', 'canceled', 'expired', 'canceled,expired'])
      assert.deepEqual(
        await list(endings),
        all.filter(({ ending }) => ending !== null && endings.split(',').includes(ending)),
        endings,
      );
    const refused = bodyOf(400, await at.merchant.get(`/stores/${SHOPIFY}/sessions?ending=error,nonsense`));
    assert.match(JSON.stringify(refused), /ending/);
  });
});
