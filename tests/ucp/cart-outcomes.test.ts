import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { GetStoreCartResponse, ListedCart, ListStoreCartsResponse } from '../../client/index.ts';
import { VERSIONS } from '../../src/protocols/ucp/profile/versions.ts';
import { agentOf, bodyOf, pay } from '../../testing/agent.ts';
import { linesOf } from '../../testing/carts.ts';
import {
  everywhere,
  findUnlimited,
  onEveryDatabase,
  type Somewhere,
  unlimited,
  withService,
} from '../../testing/everywhere.ts';
import { forSuite } from '../../testing/for-suite.ts';
import { brokenOff, interruptedBy } from '../../testing/interruptions.ts';
import { signUp } from '../../testing/merchant.ts';
import { visit } from '../../testing/pay-checkout.ts';
import { whileOff } from '../../testing/switches.ts';
import { PLATFORMS, startTestService, type TestServiceOptions } from '../../testing/test-service.ts';
import {
  messageOf,
  OLDER_PROFILE,
  type UcpAgent,
  type UcpCheckout,
  ucpAgentOf,
} from '../../testing/ucp-agent.ts';

const DAY_MS = 24 * 60 * 60_000;

/** The newest version as a change of the specification proposes it; the older one stays as published. */
function asProposed(): void {
  before(() => {
    VERSIONS['2026-08-25'].hasCartStatus = true;
  });
  after(() => {
    VERSIONS['2026-08-25'].hasCartStatus = false;
  });
}

const read = async (agent: UcpAgent, { id }: { id: string }) => bodyOf(200, await agent.get(`/carts/${id}`));

const statusOf = async (agent: UcpAgent, cart: { id: string }) => (await read(agent, cart)).status;

function assertGone(body: UcpCheckout): void {
  assert.equal(body.ucp.status, 'error');
  messageOf(body, 'not_found');
}

const handedOff = ({ continue_url }: UcpCheckout) => ({
  continue_url: continue_url ?? assert.fail('no address'),
});

async function cartAt(at: Somewhere) {
  const agent = ucpAgentOf(at);
  const cart = bodyOf(201, await agent.createCart([await findUnlimited(at, 'mug')]));
  return { at, agent, cart };
}

everywhere('the outcome of a handed-off cart', (at) => {
  asProposed();
  const goods = unlimited(at, 'mug', 'lamp');
  const agent = forSuite(() => ucpAgentOf(at));
  const published = forSuite(() => ucpAgentOf(at, OLDER_PROFILE));
  before(() => at.running.settle());

  const newCart = async () => bodyOf(201, await agent.createCart([[goods.mug, 2]]));

  async function ordered(): Promise<UcpCheckout> {
    const cart = await newCart();
    await pay(handedOff(cart));
    await at.running.settle();
    return cart;
  }

  it('reports a cart as ordered when the buyer placed an order without a checkout session', async () => {
    const cart = await newCart();
    assert.equal(cart.status, 'active');
    await pay(handedOff(cart));
    assert.equal(await statusOf(agent, cart), 'active', 'the shop has not reported it yet');
    await at.running.settle();
    const { status, continue_url, line_items, totals } = await read(agent, cart);
    assert.deepEqual({ status, continue_url }, { status: 'ordered', continue_url: undefined });
    assert.deepEqual({ line_items, totals }, { line_items: cart.line_items, totals: cart.totals });
    const { result } = (await agent.call('get_cart', { id: cart.id })).body;
    assert.deepEqual(result?.structuredContent, await read(agent, cart));
  });

  it('names no cart outcome that neither the contract nor a published version knows', async () => {
    const cart = await newCart();
    const before = [await read(published, cart), (await at.agent.readCart(cart.id)).body];
    assert.ok(!('status' in (before[0] ?? {})));
    await pay(handedOff(cart));
    await at.running.settle();
    assert.deepEqual([await read(published, cart), (await at.agent.readCart(cart.id)).body], before);
    bodyOf(200, await published.post(`/carts/${cart.id}/cancel`, {}));
    assertGone(await read(published, cart));
    assert.equal(await statusOf(agent, cart), 'ordered');
  });

  it('reports a cart as ordered when a checkout that was made of it is paid', async () => {
    const cart = await newCart();
    const checkout = bodyOf(
      201,
      await agent.post('/checkout-sessions', { cart_id: cart.id, line_items: [] }),
    );
    await pay(handedOff(checkout));
    assert.equal(bodyOf(200, await agent.get(`/checkout-sessions/${checkout.id}`)).status, 'completed');
    assert.equal(await statusOf(agent, cart), 'ordered');
  });

  it('leaves a cart active after an agent’s claim, and after a checkout of the same goods', async () => {
    const [cart, other] = [await newCart(), await newCart()];
    const claimed = bodyOf(201, await agent.post('/checkout-sessions', { cart_id: cart.id, line_items: [] }));
    await at.agent.complete(claimed.id);
    await pay((await at.agent.createSession([[goods.mug, 2]])).body);
    await at.running.settle();
    assert.equal(await statusOf(agent, cart), 'active');
    assert.equal(await statusOf(agent, other), 'active');
  });

  it('ends it: it is neither changed nor canceled, and a checkout can still be made of it', async () => {
    const cart = await ordered();
    const content = { line_items: [{ item: { id: goods.lamp }, quantity: 1 }] };
    assertGone((await agent.put(`/carts/${cart.id}`, content)).body);
    assertGone((await agent.post(`/carts/${cart.id}/cancel`, {})).body);
    assert.deepEqual(linesOf(await read(agent, cart)), linesOf(cart));
    bodyOf(201, await agent.post('/checkout-sessions', { cart_id: cart.id, line_items: [] }));
  });

  it('reports a cart as canceled, in the answer of the cancellation already', async () => {
    const cart = await newCart();
    assert.equal(bodyOf(200, await agent.post(`/carts/${cart.id}/cancel`, {})).status, 'canceled');
    assert.equal(await statusOf(agent, cart), 'canceled');
    assertGone((await agent.post(`/carts/${cart.id}/cancel`, {})).body);
    assertGone(await read(published, cart));
  });

  it('reports a cart’s outcome to its own store alone', async () => {
    const cart = await ordered();
    const slug = PLATFORMS.map((platform) => `demo-${platform}`).find((each) => each !== at.slug) ?? '';
    const other = ucpAgentOf({ slug, running: at.running });
    assertGone((await other.get<UcpCheckout>(`/carts/${cart.id}`)).body);
  });
});

withService('the outcome of a handed-off cart, for its merchant', (running) => {
  asProposed();
  const merchant = forSuite(() => signUp(running));
  before(() => running.settle());

  /** The cart as its merchant sees it among those that were ordered. */
  async function listed(slug: string, { id }: { id: string }): Promise<ListedCart> {
    const path = `/stores/${slug}/carts?outcome=ordered&q=${id}`;
    const { items } = bodyOf(200, await merchant.get<ListStoreCartsResponse>(path));
    return items[0] ?? assert.fail('the cart is not listed as ordered');
  }

  for (const platform of PLATFORMS) {
    const slug = `demo-${platform}`;
    const begin = () => cartAt({ slug, platform, running, agent: agentOf(running.baseUrl, slug) });

    it(`records a cart’s first order, however often the shop reports that or a change of it (${platform})`, async () => {
      const { control } = running.shop(slug);
      const earlier = new Set(control.orders().map(({ id }) => id));
      control.injectWebhookFaults({ duplicated: true, reordered: true, lateMs: 20 });
      const { cart, agent } = await begin();
      await pay(handedOff(cart));
      await running.settle();
      control.injectWebhookFaults({ duplicated: false, reordered: false, lateMs: 0 });
      const first = await listed(slug, cart);
      const order = control.orders().find(({ id }) => !earlier.has(id)) ?? assert.fail('no order');
      assert.equal(first.platform_order_id, `gid://${platform}/Order/${order.id}`);
      for (const step of ['shipped', 'canceled'] as const) {
        control.moveOrder(order.id, step);
        await running.settle();
      }
      assert.deepEqual(await listed(slug, cart), first);
      assert.equal(await statusOf(agent, cart), 'ordered');
      const { timeline } = bodyOf(
        200,
        await merchant.get<GetStoreCartResponse>(`/stores/${slug}/carts/${cart.id}`),
      );
      assert.deepEqual(
        timeline.filter(({ kind }) => kind === 'order').map(({ title, detail }) => [title, detail]),
        [['Ordered', first.platform_order_id]],
      );
    });

    it(`lists an ordered cart without the order’s id while the merchant has orders off (${platform})`, async () => {
      const { cart, at } = await begin();
      await pay(handedOff(cart));
      await whileOff(at, 'order', () => running.settle());
      const { outcome, ordered_at, platform_order_id } = await listed(slug, cart);
      assert.deepEqual({ outcome, platform_order_id }, { outcome: 'ordered', platform_order_id: null });
      assert.ok(ordered_at);
    });

    it(`lists a cart without an order as active, canceled or expired (${platform})`, async () => {
      const carts = { active: await begin(), canceled: await begin() };
      await carts.canceled.at.agent.cancelCart(carts.canceled.cart.id);
      for (const outcome of ['active', 'canceled'] as const) {
        const path = `/stores/${slug}/carts?outcome=${outcome}&q=${carts[outcome].cart.id}`;
        const { items } = bodyOf(200, await merchant.get<ListStoreCartsResponse>(path));
        assert.deepEqual(
          items.map((row) => row.outcome),
          [outcome],
        );
      }
    });
  }
});

onEveryDatabase('the end of a handed-off cart over time', (database) => {
  asProposed();

  for (const platform of PLATFORMS) {
    const slug = `demo-${platform}`;

    async function opened(options: Omit<TestServiceOptions, 'database'> = {}) {
      const running = await startTestService({ database, platforms: [platform], ...options });
      await running.settle();
      const { control } = running.shop(slug);
      const begin = () => cartAt({ slug, platform, running, agent: agentOf(running.baseUrl, slug) });
      return { running, control, begin, [Symbol.asyncDispose]: () => running.close() };
    }

    it(`reports an order that came while a change of its cart was under way (${platform})`, async () => {
      const interruption = brokenOff();
      await using service = await opened({ overrides: { fetch: interruptedBy(interruption) } });
      const { at, agent, cart } = await service.begin();
      interruption.hold('', platform === 'shopify' ? 'mutation' : 'cart_id');
      const change = at.agent.updateCart(cart.id, {});
      await interruption.reached;
      interruption.letOthersPass();
      await pay(handedOff(cart));
      await service.running.settle();
      assert.equal(await statusOf(agent, cart), 'ordered');
      interruption.release();
      await change;
      assert.equal(await statusOf(agent, cart), 'ordered');
    });

    it(`catches up with the order of a cart when the shop’s events were lost (${platform})`, async () => {
      await using service = await opened();
      const { agent, cart } = await service.begin();
      service.control.injectWebhookFaults({ lost: true });
      await pay(handedOff(cart));
      await service.running.settle();
      assert.equal(await statusOf(agent, cart), 'active');
      service.running.advance(31 * 60_000);
      await service.running.settle();
      assert.equal(await statusOf(agent, cart), 'ordered');
    });

    it(`reports a cart’s outcome until the cart is erased, also of an order after its expiry (${platform})`, async () => {
      await using service = await opened({ settings: { RETENTION_DAYS: '3' } });
      const { running, control } = service;
      const [{ agent, cart: lapsed }, { cart: late }] = [await service.begin(), await service.begin()];
      control.injectWebhookFaults({ lost: true });
      await pay(handedOff(late));
      running.advance(10 * DAY_MS + 1_000);
      assert.equal(await statusOf(agent, lapsed), 'expired', 'before it is swept');
      await running.settle();
      assert.equal(await statusOf(agent, lapsed), 'expired');

      const storeId = (await running.service.stores.find(slug))?.id ?? '';
      const subject = `gid://${platform}/Order/${control.orders().at(-1)?.id}`;
      const now = new Date(running.now()).toISOString();
      await running.service.jobs.enqueue({ storeId, kind: 'refresh_order', subject }, now);
      await running.settle();
      assert.equal(await statusOf(agent, late), 'ordered');

      running.advance(2 * DAY_MS);
      await running.settle();
      assert.deepEqual([await statusOf(agent, lapsed), await statusOf(agent, late)], ['expired', 'ordered']);
      running.advance(2 * DAY_MS);
      await running.settle();
      for (const cart of [lapsed, late]) assertGone(await read(agent, cart));
    });
  }

  it('ignores a payment that failed, and reports the order once it is paid (woocommerce)', async () => {
    await using running = await startTestService({ database });
    await running.settle();
    const slug = 'demo-woocommerce';
    const at = { slug, platform: 'woocommerce', running, agent: agentOf(running.baseUrl, slug) };
    const { agent, cart } = await cartAt(at);
    const cookies = new Map<string, string>();
    const { url } = await visit(handedOff(cart).continue_url, { method: 'GET' }, cookies);
    const body = new URLSearchParams({ payment: 'declined' });
    await visit(url, { method: 'POST', body }, cookies);
    await running.settle();
    assert.equal(await statusOf(agent, cart), 'active');
    await pay(handedOff(cart));
    await running.settle();
    assert.equal(await statusOf(agent, cart), 'ordered');
  });
});
