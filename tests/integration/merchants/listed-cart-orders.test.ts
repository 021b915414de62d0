import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type {
  GetStoreOrderResponse,
  GetStoreSessionResponse,
  ListedOrder,
  ListStoreOrdersResponse,
  ListStoreSessionsResponse,
} from '../../../client/index.ts';
import { DAY_MS } from '../../../src/commerce/time/time.ts';
import { bodyOf, findVariant } from '../../../testing/agent.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { pluck } from '../../../testing/pluck.ts';
import { figuresOf, sumOf } from '../operators/figures.ts';
import { newSession, read, SHOPIFY, startActivity, WOOCOMMERCE } from './activity.ts';

onEveryDatabase('orders of carts in the list of orders', (database) => {
  const at = forSuite(() => startActivity(database));
  before(() => at.running.settle());

  const ordersOf = (slug: string, query: string) =>
    read<ListStoreOrdersResponse>(at, `/orders?${query}`, slug);
  const list = (slug: string, query = '') => ordersOf(slug, `per_page=100${query}`);
  const settle = async () => {
    at.running.advance(2_000);
    await at.running.settle();
  };

  async function cartAt(slug: string, name = 'carts.example') {
    const agent = at.agent(slug, name);
    return bodyOf(201, await agent.createCart([(await findVariant(agent, 'mug')).id]));
  }

  for (const slug of [SHOPIFY, WOOCOMMERCE]) {
    const place = (total: number, marks: { cartId?: string; sessionId?: string; lines?: number }) =>
      at.running.shop(slug).control.placeOrder({ at: new Date().toISOString(), total, ...marks });

    it(`stand among those of sessions, distinguished, and are filtered like them: ${slug}`, async () => {
      const marks = new Map<number, Pick<ListedOrder, 'session_id' | 'cart_id'>>();
      for (let round = 0; round < 4; round += 1) {
        const { id: cartId } = await cartAt(slug);
        const { id: sessionId } = await newSession(at.agent(slug, 'sessions.example'));
        marks.set(place(1_000 + round, { cartId }), { session_id: null, cart_id: cartId });
        marks.set(place(2_000 - round, { sessionId }), { session_id: sessionId, cart_id: null });
      }
      await settle();
      const { items, total } = await list(slug);
      assert.equal(total, marks.size);
      for (const { platform_order_number: number, session_id, cart_id } of items)
        assert.deepEqual({ session_id, cart_id }, marks.get(Number(number)));
      const { items: sessions } = await read<ListStoreSessionsResponse>(at, '/sessions', slug);
      for (const { image_url: picture } of sessions) assert.match(String(picture), /^http/);
      const cartId = items.find(({ cart_id: id }) => id !== null)?.cart_id;
      const tomorrow = new Date(Date.now() + DAY_MS).toISOString();
      const counts = {
        ...{ 'agent=carts.example': 4, [`q=${cartId}`]: 1, 'payment=verified': 8, 'payment=claimed': 0 },
        ...{ [`since=${tomorrow}`]: 0, 'status=canceled': 0 },
      };
      for (const [filter, count] of Object.entries(counts))
        assert.equal((await list(slug, `&${filter}`)).total, count, filter);
    });

    it(`sorts orders of carts with those of sessions, on every page and in the file: ${slug}`, async () => {
      const sums = pluck((await list(slug, '&sort=total&direction=asc')).items, 'total') as number[];
      assert.deepEqual(
        sums,
        sums.toSorted((one, other) => one - other),
      );
      const file = await at.merchant.get<string>(`/stores/${slug}/orders?format=csv`);
      const ids = Array.from(file.body.matchAll(/^"([\w-]{36})"/gm), ([, id]) => id);
      assert.deepEqual(ids, pluck((await list(slug)).items, 'id'));
      for (const sequence of ['', '&sort=agent', '&sort=updated_at&direction=asc', '&sort=total']) {
        const pages = [1, 2, 3].map((page) => ordersOf(slug, `per_page=3&page=${page}${sequence}`));
        const paged = (await Promise.all(pages)).flatMap(({ items }) => items);
        assert.deepEqual(pluck(paged, 'id'), pluck((await list(slug, sequence)).items, 'id'), sequence);
      }
    });

    it(`shows an order of a cart on a page with items, calls and webhooks, in its own store only: ${slug}`, async () => {
      const cart = await cartAt(slug);
      const number = place(3_000, { cartId: cart.id });
      await settle();
      at.running.shop(slug).control.refundPart(number, '5.00');
      await settle();
      const [listed] = (await list(slug, `&q=${cart.id}`)).items;
      assert.ok(listed);
      const { order, timeline } = await read<GetStoreOrderResponse>(at, `/orders/${listed.id}`, slug);
      assert.partialDeepStrictEqual(order, {
        ...listed,
        ...{ payment: 'verified', paid: true, agent: 'carts.example', buyer_email: null },
        ...{ lines_count: 1, total: 3_000, refunded: 500, totals: { total: 3_000 } },
      });
      assert.equal(order.line_items[0]?.item.title, order.first_item);
      const kinds = new Set(timeline.map(({ kind }) => kind));
      for (const kind of ['request', 'order', 'webhook'] as const) assert.ok(kinds.has(kind), kind);
      const other = slug === SHOPIFY ? WOOCOMMERCE : SHOPIFY;
      assert.equal((await at.merchant.get(`/stores/${other}/orders/${listed.id}`)).status, 404);
      assert.equal((await at.agent(slug, 'carts.example').readOrder(listed.id)).status, 404);
    });

    it(`leave a session’s own order in its history: ${slug}`, async () => {
      const session = await newSession(at.agent(slug));
      place(1_500, { sessionId: session.id });
      await settle();
      const { timeline } = await read<GetStoreSessionResponse>(at, `/sessions/${session.id}`, slug);
      assert.ok(timeline.some(({ kind }) => kind === 'order'));
      assert.ok(timeline.some(({ kind }) => kind === 'webhook'));
    });

    it(`lists ten orders of one cart at most, whatever the shop reports, and counts the rest: ${slug}`, async () => {
      const cart = await cartAt(slug);
      const dropped = async () => sumOf(await figuresOf(at.running.baseUrl), 'ucp_cart_orders_dropped_total');
      const before = await dropped();
      at.running.shop(slug).control.injectWebhookFaults({ duplicated: true, reordered: true });
      for (let count = 0; count < 13; count += 1) place(1_000, { cartId: cart.id });
      await settle();
      assert.equal((await list(slug, `&q=${cart.id}`)).total, 10);
      assert.ok((await dropped()) >= before + 3);
    });

    it(`keep the number of their lines and their sums, however many lines they have: ${slug}`, async () => {
      const cart = await cartAt(slug);
      place(4_000, { cartId: cart.id, lines: 130 });
      await settle();
      const [listed] = (await list(slug, `&q=${cart.id}`)).items;
      assert.deepEqual([listed?.lines_count, listed?.total], [130, 4_000]);
      const { order } = await read<GetStoreOrderResponse>(at, `/orders/${listed?.id}`, slug);
      assert.equal(order.line_items.length, 100);
    });
  }
});
