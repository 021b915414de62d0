import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { everywhere, inShop } from '../../testing/everywhere.ts';
import { payCheckout } from '../../testing/pay-checkout.ts';
import { pluck } from '../../testing/pluck.ts';
import { storedRows } from '../../testing/stored.ts';
import { type Checkout, idsOf, type ShownCart, shopperAt } from './shopper.ts';

/** Operation that makes a cart at each shop. */
const MAKES_CART: Record<string, string> = { shopify: 'CreateCart', woocommerce: 'POST /cart/create' };

everywhere('retries at the shopping endpoint', (at) => {
  const shopper = () => shopperAt(at);
  let items: { id: string }[];

  before(async () => {
    const { single } = await idsOf(shopper());
    inShop(at, single.replace('v', '/')).stock = null;
    items = [{ id: single }];
  });

  const cartsMade = () => at.running.shop(at.slug).control.calls()[MAKES_CART[at.platform] ?? ''] ?? 0;

  it('make one cart and one checkout for each key, also when raced', async () => {
    for (const tool of ['create_cart', 'create_checkout']) {
      const idempotency_key = randomUUID();
      const before = cartsMade();
      const create = () => shopper().call<ShownCart>(tool, { items, idempotency_key });
      const raced = await Promise.all([create(), create(), create(), create()]);
      const repeated = await create();
      assert.equal(new Set([...raced, repeated].map(({ id }) => id)).size, 1, tool);
      assert.equal(cartsMade() - before, 1, tool);
    }
  });

  it('make another cart for another request under the same key', async () => {
    const idempotency_key = randomUUID();
    const one = await shopper().call<ShownCart>('create_cart', { items, idempotency_key });
    const more = items.map((item) => ({ ...item, quantity: 2 }));
    const other = await shopper().call<ShownCart>('create_cart', { items: more, idempotency_key });
    assert.notEqual(one.id, other.id);
    assert.equal(other.items[0]?.quantity, 2);
  });

  it('keep the key free when the create fails, so the retry makes it', async () => {
    const { control } = at.running.shop(at.slug);
    const idempotency_key = randomUUID();
    control.inject({ kind: 'server_error' });
    await shopper().failed('create_checkout', { items, idempotency_key });
    control.clearFaults();
    await shopper().call('create_checkout', { items, idempotency_key });
  });

  it('never share a cart between agents or buyers without a key', async () => {
    const create = () => shopper().call<ShownCart>('create_cart', { items });
    const checkouts = await Promise.all([create(), create()]);
    assert.notEqual(checkouts[0]?.id, checkouts[1]?.id);
  });

  it('get the cart that was made for a caller that hung up, once', async () => {
    for (const tool of ['create_cart', 'create_checkout']) {
      const mark = `"${tool} ${randomUUID()}"`;
      const headers = { 'mcp-protocol-version': '2025-11-25', 'user-agent': `agent-${randomUUID()}` };
      const own = shopperAt(at, headers);
      const before = cartsMade();
      await hungUp(headers, tool, mark);
      const retried = await own.call<ShownCart>(tool, { items, discount_codes: [mark] });
      assert.equal(cartsMade() - before, 1, `${tool}: the retry makes no second cart`);
      const next = await own.call<ShownCart>(tool, { items, discount_codes: [mark] });
      assert.notEqual(next.id, retried.id, `${tool}: it is handed out once`);
    }
  });

  it('make a new cart for another agent, however alike the request that was hung up', async () => {
    const headers = { 'mcp-protocol-version': '2025-11-25', 'user-agent': `agent-${randomUUID()}` };
    const mark = randomUUID();
    const before = cartsMade();
    await hungUp(headers, 'create_cart', mark);
    await shopper().call<ShownCart>('create_cart', { items, discount_codes: [mark] });
    assert.equal(cartsMade() - before, 2);
  });

  it('make a new cart when the unfinished one is old', async () => {
    const headers = { 'mcp-protocol-version': '2025-11-25', 'user-agent': `agent-${randomUUID()}` };
    const mark = randomUUID();
    const before = cartsMade();
    await hungUp(headers, 'create_cart', mark);
    at.running.advance(11 * 60_000);
    await shopperAt(at, headers).call<ShownCart>('create_cart', { items, discount_codes: [mark] });
    assert.equal(cartsMade() - before, 2);
  });

  /** Hangs up while the shop makes the cart, and waits until the service knows of it. */
  async function hungUp(headers: Record<string, string>, name: string, mark: string): Promise<void> {
    const { control } = at.running.shop(at.slug);
    const operation = MAKES_CART[at.platform] ?? '';
    control.inject({ kind: 'slow', delayMs: 400, operation, times: 1 });
    const before = cartsMade();
    const claimsBefore = await claims();
    const hangUp = new AbortController();
    const body = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name, arguments: { items, discount_codes: [mark] } },
    };
    const request = fetch(shopper().address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', connection: 'close', ...headers },
      body: JSON.stringify(body),
      signal: hangUp.signal,
    });
    while (cartsMade() === before) await sleep(10);
    hangUp.abort();
    await assert.rejects(request);
    while ((await claims()) === claimsBefore) await sleep(10);
  }

  async function claims(): Promise<number> {
    const { idempotency_records = [] } = await storedRows(at.running.databaseUrl);
    return idempotency_records.length;
  }

  it('keeps one open checkout for a cart, and creates a new one after it is paid', async () => {
    const { id: cart_id } = await shopper().call<ShownCart>('create_cart', { items });
    const create = () => shopper().call<Checkout>('create_checkout', { cart_id });
    const [one, other] = await Promise.all([create(), create()]);
    assert.equal(one?.id, other?.id);
    await payCheckout(one?.checkout_url ?? '');
    await shopper().call('complete_checkout', { checkout_id: one?.id });
    assert.notEqual((await create()).id, one?.id);
  });

  it('set the same quantities again when an update is repeated or raced', async () => {
    const { id: cart_id } = await shopper().call<ShownCart>('create_cart', { items });
    const checkout = await shopper().call<Checkout>('create_checkout', { cart_id });
    const changed = items.map(({ id }) => ({ id, quantity: 4 }));
    const updates = [
      ['update_cart', { cart_id, items: changed }],
      ['update_checkout', { checkout_id: checkout.id, items: changed }],
    ] as const;
    for (const [tool, args] of updates) {
      const update = () => shopper().call<ShownCart>(tool, args);
      const answers = [...(await Promise.all([update(), update()])), await update()];
      for (const answer of answers) assert.deepEqual(pluck(answer.items, 'quantity'), [4]);
    }
  });
});
