import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import { sessionResponse } from '../../src/protocols/contract/responses.ts';
import { bodyOf, type ErrorBody, findVariant, newSession, pay, type Session } from '../../testing/agent.ts';
import { linesOf } from '../../testing/carts.ts';
import { changeDuring } from '../../testing/change-during.ts';
import { everywhere, inShop } from '../../testing/everywhere.ts';
import { openCheckout } from '../../testing/pay-checkout.ts';

const SIX_HOURS = 6 * 60 * 60 * 1000;

function assertAddsUp(session: Session): void {
  const { subtotal, discount, tax, total } = session.totals;
  assert.equal(subtotal - discount + tax, total, 'the totals add up');
  const applied = session.discounts?.applied.reduce((sum, code) => sum + code.amount, 0) ?? 0;
  assert.equal(applied, discount, 'the codes make the discount');
}

everywhere('checkout sessions', (at) => {
  it('creates a session whose buyer can pay on the store’s own page [GEN-4] [CHK-1]', async () => {
    const variant = await findVariant(at.agent, 'mug');
    const body = bodyOf(201, await at.agent.createSession([[variant.id, 2]]));
    const session = sessionResponse.parse(body);
    assert.equal(session.status, 'requires_escalation');
    assert.equal(session.line_items.length, 1);
    const [line] = session.line_items;
    assert.equal(line?.item.id, variant.id);
    assert.equal(line?.quantity, 2);
    assert.equal(session.totals.subtotal, 2 * (line?.item.price ?? 0));
    assertAddsUp(session);
    assert.ok(Math.abs(Date.parse(session.expires_at) - Date.now() - SIX_HOURS) < 60_000);
    const self = `${at.agent.address}/checkout-sessions/${session.id}`;
    assert.deepEqual(session._links, { self, complete: `${self}/complete`, cancel: `${self}/cancel` });
    const rels = session.links.map((link) => link.rel);
    assert.ok(rels.includes('privacy-policy') && rels.includes('terms-of-service'));
    const page = await openCheckout(session.continue_url ?? '');
    assert.ok(page.ok && page.html.includes('Pay now'));
  });

  it('reads a session as it was answered, and asks the platform only whether it was bought [CHK-3]', async () => {
    const session = await newSession(at.agent);
    at.running.shop(at.slug).control.resetCalls();
    assert.deepEqual(bodyOf(200, await at.agent.readSession(session.id)), session);
    const operation = at.platform === 'shopify' ? 'FindOrders' : 'GET /orders';
    assert.deepEqual(at.running.shop(at.slug).control.calls(), { [operation]: 1 });
  });

  it('takes a product GID or a product URL for its first available variant [GEN-5] [GEN-6]', async () => {
    const variant = await findVariant(at.agent, 'shirt');
    for (const id of [variant.productId, variant.url]) {
      assert.equal(bodyOf(201, await at.agent.createSession([id])).line_items[0]?.item.id, variant.id);
    }
  });

  it('never takes title or price from the request [CHK-12]', async () => {
    const variant = await findVariant(at.agent, 'mug');
    const item = { id: variant.id, title: 'Free gold', price: 1, image_url: 'https://evil.example/x.png' };
    const { body } = await at.agent.post('/checkout-sessions', {
      line_items: [{ item }],
      note: 'unknown members are ignored',
    });
    const line = body.line_items[0]?.item;
    assert.notEqual(line?.title, 'Free gold');
    assert.ok((line?.price ?? 0) > 1);
    assert.notEqual(line?.image_url, item.image_url);
  });

  it('makes one line of duplicate lines, and keeps the order of the request', async () => {
    const mug = await findVariant(at.agent, 'mug');
    const lamp = await findVariant(at.agent, 'lamp');
    const shirt = await findVariant(at.agent, 'shirt');
    const { body } = await at.agent.createSession([lamp.id, mug.id, [mug.productId, 2], shirt.id]);
    assert.deepEqual(linesOf(body), [
      [lamp.id, 1],
      [mug.id, 3],
      [shirt.id, 1],
    ]);
    assertAddsUp(body);
  });

  it('refuses what is sold out with 409 and names the item [CHK-23]', async () => {
    const { products } = await at.agent.search('e', 100);
    const product = products.find((each) => each.availability === 'out_of_stock');
    const variant = product?.variants[0];
    assert.ok(product && variant, 'something is sold out');
    for (const id of [variant.id, product.id]) {
      const { status, body } = await at.agent.post<ErrorBody>('/checkout-sessions', {
        line_items: [{ item: { id } }],
      });
      assert.equal(status, 409);
      assert.equal(body.code, 'item_unavailable');
      assert.ok(body.error.includes(id), body.error);
      assert.equal(body.details?.[0]?.path, 'line_items.0.item.id');
    }
  });

  it('refuses ids that the store does not know with 400 and names the item [CHK-22]', async () => {
    const variant = await findVariant(at.agent, 'mug');
    for (const id of [
      `gid://${at.platform}/ProductVariant/999999999`,
      `gid://${at.platform}/Product/999999999`,
    ]) {
      const lines = { line_items: [{ item: { id: variant.id } }, { item: { id } }] };
      const body = bodyOf(400, await at.agent.post<ErrorBody>('/checkout-sessions', lines));
      assert.equal(body.details?.[0]?.path, 'line_items.1.item.id');
      assert.equal(body.error.split(id).length, 2, body.error);
    }
  });

  it('asks a product again that was known and has sold out since', async (t) => {
    const { products } = await at.agent.search('shirt');
    const product = products.find((each) => each.variants.filter((variant) => variant.available).length > 1);
    const sold = product?.variants.find((variant) => variant.available);
    assert.ok(product && sold);
    const variant = inShop(at, sold.id);
    changeDuring(t, variant, { stock: 0 });
    assert.notEqual(bodyOf(201, await at.agent.createSession([product.id])).line_items[0]?.item.id, sold.id);
  });

  it('replaces the lines and leaves status and totals as they were [CHK-4]', async () => {
    const session = await newSession(at.agent);
    const lamp = await findVariant(at.agent, 'lamp');
    const body = bodyOf(200, await at.agent.replaceLines(session.id, [[lamp.id, 2]]));
    assert.deepEqual(linesOf(body), [[lamp.id, 2]]);
    assert.equal(body.status, session.status);
    assert.deepEqual(body.totals, session.totals);
    const completed = (await at.agent.complete(session.id)).body;
    assert.equal(completed.totals.subtotal, 2 * (body.line_items[0]?.item.price ?? 0));
    assertAddsUp(completed);
  });

  it('brings codes and totals up to date at completion [GEN-4] [CHK-7]', async () => {
    const mug = await findVariant(at.agent, 'mug');
    inShop(at, mug.id).stock = null;
    const session = (await at.agent.createSession([mug.id], { discounts: { codes: ['SUMMER10'] } })).body;
    await at.agent.replaceLines(session.id, [[mug.id, 3]]);
    assertAddsUp((await at.agent.readSession(session.id)).body);
    const completed = (await at.agent.complete(session.id)).body;
    assertAddsUp(completed);
    assert.equal(completed.totals.subtotal, 3 * session.totals.subtotal);
    assert.ok(completed.totals.discount > session.totals.discount);
  });

  it('keeps the cart it had when a replacement is refused', async () => {
    const session = await newSession(at.agent);
    const { status } = await at.agent.replaceLines(session.id, [
      `gid://${at.platform}/ProductVariant/999999999`,
    ]);
    assert.equal(status, 400);
    assert.deepEqual((await at.agent.readSession(session.id)).body.line_items, session.line_items);
    await pay(session);
    const completed = (await at.agent.complete(session.id)).body;
    assert.deepEqual(completed.totals, session.totals);
    assert.equal(completed.payment, 'verified');
  });

  it('completes a paid session as verified, with its order [CHK-5] [CHK-6]', async () => {
    const session = await newSession(at.agent);
    await pay(session);
    const body = bodyOf(200, await at.agent.complete(session.id));
    const completed = sessionResponse.parse(body);
    assert.partialDeepStrictEqual(completed, { status: 'completed', payment: 'verified' });
    assert.notEqual(completed.order?.status, 'pending');
    assert.deepEqual(completed.totals, session.totals);
    assert.deepEqual((await at.agent.readSession(session.id)).body, completed);
  });

  it('completes an unpaid session as claimed, its order pending, and refuses every later change [CHK-5] [CHK-9]', async () => {
    const session = await newSession(at.agent);
    const body = bodyOf(200, await at.agent.complete(session.id));
    assert.partialDeepStrictEqual(body, { status: 'completed', payment: 'claimed' });
    assert.equal(body.order?.status, 'pending');
    assert.equal((await at.agent.complete(session.id)).status, 409);
    bodyOf(409, await at.agent.replaceLines(session.id, [session.line_items[0]?.item.id ?? '']));
    assert.equal((await at.agent.cancel(session.id)).status, 404);
    assert.deepEqual((await at.agent.readSession(session.id)).body, body);
  });

  it('completes once when raced', async () => {
    const session = await newSession(at.agent);
    const answers = await Promise.all(Array.from({ length: 5 }, () => at.agent.complete(session.id)));
    assert.deepEqual(answers.map((answer) => answer.status).sort(), [200, 409, 409, 409, 409]);
  });

  it('cancels with totals of 0, as often as it is asked, and empties the platform cart [CHK-8]', async () => {
    const session = await newSession(at.agent);
    const first = bodyOf(200, await at.agent.cancel(session.id));
    assert.equal(first.status, 'failed');
    assert.deepEqual(first.totals, { subtotal: 0, discount: 0, tax: 0, total: 0 });
    assert.equal(first.continue_url, null);
    const { html } = await openCheckout(session.continue_url ?? '');
    assert.ok(!html.includes('Pay now'), 'nothing is left to pay');
    assert.deepEqual(bodyOf(200, await at.agent.cancel(session.id)), first);
    assert.equal((await at.agent.complete(session.id)).status, 409);
    bodyOf(409, await at.agent.replaceLines(session.id, [session.line_items[0]?.item.id ?? '']));
  });

  it('orders raced replacements: the answer is what the cart holds', async () => {
    const session = await newSession(at.agent);
    const mug = await findVariant(at.agent, 'mug');
    inShop(at, mug.id).stock = null;
    const answers = await Promise.all(
      [1, 2, 3, 2].map((quantity) => at.agent.replaceLines(session.id, [[mug.id, quantity]])),
    );
    for (const { status, body } of answers) assert.equal(status, 200, JSON.stringify(body));
    const current = (await at.agent.readSession(session.id)).body;
    await pay(current);
    const completed = (await at.agent.complete(session.id)).body;
    assert.equal(completed.payment, 'verified');
    assert.deepEqual(completed.line_items, current.line_items);
    const order = at.running.shop(at.slug).control.orders().at(-1);
    assert.equal(order?.sessionId, session.id);
  });

  it('answers 404 for an unknown session of any id before validating the body [CHK-21]', async () => {
    for (const id of [randomUUID(), 'nonsense', '%00', 'a'.repeat(300)])
      for (const [method, path, init] of [
        ['GET', '', {}],
        ['PUT', '', { body: '{broken' }],
        ['POST', '/complete', {}],
        ['POST', '/cancel', {}],
      ] as const) {
        const answer = await at.agent.send<ErrorBody>(method, `/checkout-sessions/${id}${path}`, init);
        assert.equal(typeof bodyOf(404, answer).error, 'string');
      }
  });
});
