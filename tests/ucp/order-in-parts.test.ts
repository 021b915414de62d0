import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { sql } from 'kysely';
import { openDatabase } from '../../src/storage/engine/database.ts';
import { startAgentPlatform } from '../../testing/agent-platform.ts';
import { onEveryStore } from '../../testing/everywhere.ts';
import { forSuite } from '../../testing/for-suite.ts';
import { ucpAgent } from '../../testing/official-agent.ts';
import { payCheckout } from '../../testing/pay-checkout.ts';
import { pluck } from '../../testing/pluck.ts';
import { numberOf } from '../../testing/shop-orders.ts';
import { amountOf, assertSums } from '../../testing/ucp-agent.ts';
import { officialSchemas } from '../../testing/ucp-schemas.ts';

type Pieces = { id: string; quantity: number };

interface UcpOrder {
  id: string;
  permalink_url: string;
  line_items: {
    id: string;
    item: { id: string; title: string; price: number };
    quantity: { original: number; total: number; fulfilled: number };
    status: string;
    totals: { type: string; amount: number }[];
  }[];
  fulfillment: {
    events: { id: string; type: string; line_items: Pieces[]; tracking_number?: string }[];
    expectations?: { line_items: Pieces[] }[];
  };
  adjustments?: { type: string; line_items?: Pieces[]; totals?: { type: string; amount: number }[] }[];
  totals: { type: string; amount: number }[];
}

const VERSIONS: Record<string, string> = { shopify: '2026-08-25', woocommerce: '2026-04-08' };

onEveryStore('orders in parts', (at) => {
  const isOrder = (['2026-08-25', '2026-04-08'] as const).map((version) =>
    officialSchemas(version).response('schemas/shopping/order.json'),
  );
  before(() => at.running.settle());
  const agents = forSuite(() => startAgentPlatform(VERSIONS[at.platform], at.running.now));
  const agent = () => ucpAgent(at.running.baseUrl, at.slug, agents);
  const control = () => at.running.shop(at.slug).control;

  async function goods(): Promise<string[]> {
    for (const { variants } of control().products) for (const variant of variants) variant.stock = null;
    const ids: string[] = [];
    for (const query of at.platform === 'shopify' ? ['shoe', 'sweater'] : ['mug', 'candle']) {
      const { body } = await agent().call('POST', '/catalog/search', { query });
      ids.push(body.products[0].variants[0].id);
    }
    return ids;
  }

  /** Three of one thing and two of another, with a code, paid. */
  async function paid() {
    const ids = await goods();
    const discounts = { codes: ['SUMMER10'] };
    // Shopify puts the line first that came last.
    const inTurn = ids.map((id, index) => ({ item: { id }, quantity: 3 - index }));
    const line_items = at.platform === 'shopify' ? inTurn.toReversed() : inTurn;
    const checkout = await agent().call('POST', '/checkout-sessions', { line_items, discounts });
    assert.equal(checkout.status, 201, checkout.text);
    await payCheckout(checkout.body.continue_url);
    await at.running.settle();
    return numberOf(at, checkout.body);
  }

  /** Content of the last event, which equals the platform's own read. */
  async function lastOrder(): Promise<UcpOrder> {
    const event = JSON.parse(agents.arrived.at(-1)?.text ?? assert.fail('no event was delivered'));
    const read = await agent().call('GET', `/orders/${event.id}`, undefined, { sign: true });
    assert.equal(read.status, 200, read.text);
    assert.deepEqual({ ...read.body, ucp: null }, { ...event, ucp: null });
    for (const check of isOrder) check(read.body);
    assertKept(event);
    return event;
  }

  async function change(how: () => void): Promise<UcpOrder> {
    at.running.advance(2_000);
    const before = agents.arrived.length;
    how();
    await at.running.settle();
    assert.ok(agents.arrived.length > before, 'an event reports the change');
    return lastOrder();
  }

  /** Quantities bought, left and fulfilled of each line, with its status. */
  const quantities = ({ line_items }: UcpOrder) =>
    line_items.map(({ quantity, status }) =>
      [quantity.original, quantity.total, quantity.fulfilled, status].join(' '),
    );

  it('begin with everything to do, line by line with what was taken off', async () => {
    await paid();
    const order = await lastOrder();
    assert.deepEqual(quantities(order), ['3 3 0 processing', '2 2 0 processing']);
    assert.deepEqual(order.fulfillment.events, []);
    assert.equal(order.adjustments, undefined);
    assert.ok(order.line_items.every(({ totals }) => amountOf(totals, 'items_discount') < 0));
    const expected = order.fulfillment.expectations?.map(({ line_items }) => line_items);
    assert.deepEqual(expected, [
      [
        { id: 'line-1', quantity: 3 },
        { id: 'line-2', quantity: 2 },
      ],
    ]);
  });

  it('report shipments, by line where the shop reports lines', async () => {
    const number = await paid();
    const first = await change(() => control().shipPart(number, [1, 2]));
    const [parcel] = first.fulfillment.events;
    assert.equal(parcel?.type, 'shipped');
    assert.ok(parcel?.tracking_number);
    const knows = at.platform === 'shopify';
    const pieces = [{ id: 'line-1', quantity: 1 }].concat({ id: 'line-2', quantity: 2 });
    assert.deepEqual(parcel?.line_items, knows ? pieces : []);
    const unshipped = ['3 3 0 processing', '2 2 0 processing'];
    assert.deepEqual(quantities(first), knows ? ['3 3 1 partial', '2 2 2 fulfilled'] : unshipped);
    const second = await change(() => control().shipPart(number, [2, 0]));
    assert.deepEqual(second.fulfillment.events.slice(0, 1), first.fulfillment.events);
    assert.equal(second.fulfillment.events.length, 2);
    assert.deepEqual(quantities(second), ['3 3 3 fulfilled', '2 2 2 fulfilled']);
    const last = await change(() => control().moveOrder(number, 'delivered'));
    assert.deepEqual(pluck(last.fulfillment.events, 'type'), [
      'shipped',
      'shipped',
      'delivered',
      'delivered',
    ]);
  });

  it('report refunds of goods with money, and of money alone [UOR-5]', async () => {
    const number = await paid();
    const goods = await change(() => control().refundPart(number, '5.00', [1, 0]));
    assert.deepEqual(pluck(goods.adjustments, 'type', 'line_items', 'totals'), [
      ['refund', [{ id: 'line-1', quantity: -1 }], [{ type: 'total', amount: -500 }]],
    ]);
    assert.deepEqual(quantities(goods)[0], '3 2 0 processing');
    const money = await change(() => control().refundPart(number, '1.25'));
    assert.deepEqual(money.adjustments?.[1]?.totals, [{ type: 'total', amount: -125 }]);
    assert.equal(money.adjustments?.[1]?.line_items, undefined);
    assert.deepEqual(quantities(money), quantities(goods));
    const rest = await change(() => control().moveOrder(number, 'refunded'));
    const back = rest.adjustments?.reduce(
      (sum, { totals = [] }) => sum + (totals[0]?.amount ?? 0),
      amountOf(rest.totals, 'total'),
    );
    assert.equal(back, 0, 'all of the money went back');
  });

  it('keep the id of a line that the merchant has removed [UOR-5]', async () => {
    const number = await paid();
    const before = await lastOrder();
    const edited = await change(() => control().removePart(number, [3, 1]));
    assert.deepEqual(quantities(edited), ['3 0 0 removed', '2 1 0 processing']);
    const items = edited.line_items.map(({ id, item }) => [id, item.id]);
    assert.deepEqual(
      items,
      before.line_items.map(({ id, item }) => [id, item.id]),
    );
    assert.deepEqual(edited.adjustments?.map(({ type, line_items }) => [type, line_items]).flat(2), [
      'order_edit',
      { id: 'line-1', quantity: -3 },
      'order_edit',
      { id: 'line-2', quantity: -1 },
    ]);
    const shippedOrder = await change(() => control().moveOrder(number, 'shipped'));
    assert.deepEqual(quantities(shippedOrder), ['3 0 0 removed', '2 1 1 fulfilled']);
    assert.deepEqual(shippedOrder.adjustments, edited.adjustments);
  });

  it('take all that is left off a canceled order, and no piece twice', async () => {
    const number = await paid();
    await change(() => control().refundPart(number, '2.00', [1, 1]));
    const canceled = await change(() => control().moveOrder(number, 'canceled'));
    assert.ok(canceled.line_items.every(({ status }) => status === 'removed'));
    assert.ok(canceled.adjustments?.some(({ type }) => type === 'cancellation'));
  });

  it('report each change once although webhooks are duplicated and reordered', async (t) => {
    const number = await paid();
    control().injectWebhookFaults({ duplicated: true, reordered: true });
    t.after(() => control().injectWebhookFaults({ duplicated: false, reordered: false }));
    const order = await change(() => {
      control().refundPart(number, '1.00', [1, 0]);
      control().removePart(number, [1, 0]);
    });
    assert.equal(order.adjustments?.length, 2);
    assert.deepEqual(await lastOrder(), order);
    assert.deepEqual(await lastOrder(), order);
  });

  it('reports an order by its status alone when no progress was stored', async (t) => {
    const number = await paid();
    await change(() => control().moveOrder(number, 'shipped'));
    const { id } = await lastOrder();
    await using database = await openDatabase(at.running.databaseUrl);
    await sql`update orders set progress = null, page_url = null where id = ${id}`.execute(database);
    control().inject({ kind: 'server_error' });
    t.after(() => control().clearFaults());
    const { body } = await agent().call('GET', `/orders/${id}`, undefined, { sign: true });
    for (const check of isOrder) check(body);
    assertKept(body);
    assert.deepEqual(quantities(body), ['3 3 3 fulfilled', '2 2 2 fulfilled']);
    const types = body.fulfillment.events.map(({ type }: { type: string }) => type);
    assert.deepEqual(types, ['shipped']);
  });
});

/** Sums hold, and what was bought and every adjustment since make what the order has. */
function assertKept({ line_items, totals, adjustments = [] }: UcpOrder): void {
  assertSums({ totals, line_items: line_items as never });
  for (const { id, quantity } of line_items) {
    const changes = adjustments.flatMap(({ line_items: pieces = [] }) => pieces);
    const since = changes.reduce((sum, each) => (each.id === id ? sum + each.quantity : sum), 0);
    assert.equal(quantity.original + since, quantity.total, `${id} is what became of it`);
    assert.ok(quantity.fulfilled <= quantity.total);
  }
}
