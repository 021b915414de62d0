import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, it } from 'node:test';
import { everywhere, inShop } from '../../testing/everywhere.ts';
import { payCheckout } from '../../testing/pay-checkout.ts';
import { pluck } from '../../testing/pluck.ts';
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

  it('make another cart for another request under the same key, and for each without a key', async () => {
    const idempotency_key = randomUUID();
    const one = await shopper().call<ShownCart>('create_cart', { items, idempotency_key });
    const more = items.map((item) => ({ ...item, quantity: 2 }));
    const other = await shopper().call<ShownCart>('create_cart', { items: more, idempotency_key });
    assert.notEqual(one.id, other.id);
    assert.equal(other.items[0]?.quantity, 2);
    const create = () => shopper().call<ShownCart>('create_cart', { items });
    const carts = await Promise.all([create(), create()]);
    assert.notEqual(carts[0]?.id, carts[1]?.id);
  });

  it('creates a new checkout when the key belongs to a canceled one', async () => {
    const idempotency_key = randomUUID();
    const create = () => shopper().call<Checkout>('create_checkout', { items, idempotency_key });
    const { id: checkout_id } = await create();
    await shopper().call('cancel_checkout', { checkout_id });
    assert.notEqual((await create()).id, checkout_id);
  });

  it('keep the key free when the create fails, so the retry makes it', async () => {
    const { control } = at.running.shop(at.slug);
    const idempotency_key = randomUUID();
    control.inject({ kind: 'server_error' });
    await shopper().failed('create_checkout', { items, idempotency_key });
    control.clearFaults();
    await shopper().call('create_checkout', { items, idempotency_key });
  });

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
