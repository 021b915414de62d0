import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, it } from 'node:test';
import { bodyOf, pay } from '../../testing/agent.ts';
import { linesOf } from '../../testing/carts.ts';
import { changeDuring } from '../../testing/change-during.ts';
import { everywhere, inShop, unlimited } from '../../testing/everywhere.ts';
import { forSuite } from '../../testing/for-suite.ts';
import { pluck } from '../../testing/pluck.ts';
import {
  amountOf,
  assertSums,
  lineItems,
  messageOf,
  type UcpCheckout,
  ucpAgentOf,
} from '../../testing/ucp-agent.ts';

everywhere('official checkout', (at) => {
  const goods = unlimited(at, 'mug', 'lamp');
  const agent = forSuite(() => ucpAgentOf(at));
  before(async () => {
    // Subscribes to the shop's order webhooks.
    await at.running.settle();
  });

  async function aCheckout(): Promise<UcpCheckout> {
    return bodyOf(201, await agent.create([[goods.mug, 2]]));
  }

  const at_ = (path: string) => `/checkout-sessions/${path}`;
  const payable = ({ continue_url = '' }: UcpCheckout) => ({ continue_url });

  it('creates a checkout with lines, signed totals, links and the buyer’s continue_url [UCH-4]', async () => {
    const checkout = await aCheckout();
    assert.equal(checkout.status, 'requires_escalation');
    assert.match(checkout.continue_url ?? '', /^https?:\/\//);
    assert.equal(messageOf(checkout, 'payment_required').severity, 'requires_buyer_input');
    assert.deepEqual(checkout.ucp.payment_handlers, {});
    assert.deepEqual(Object.keys(checkout.ucp.capabilities).toSorted(), [
      'dev.ucp.shopping.checkout',
      'dev.ucp.shopping.discount',
      'dev.ucp.shopping.fulfillment',
    ]);
    assert.ok(checkout.links.some(({ type }) => type === 'terms_of_service' || type === 'privacy_policy'));
    assert.equal(checkout.line_items[0]?.quantity, 2);
    assertSums(checkout);
    assert.deepEqual((await agent.get(at_(checkout.id))).body, checkout);
  });

  it('ignores what it does not know, and what only responses say [UCH-12]', async () => {
    const extras = {
      currency: 'XXX',
      totals: [],
      status: 'completed',
      ucp: {},
      attribution: { source: 'x' },
      signals: {},
    };
    assert.equal(bodyOf(201, await agent.create([goods.mug], extras)).status, 'requires_escalation');
  });

  it('replaces everything by an update, and prices it anew [UCH-5]', async () => {
    const { id, totals } = (await agent.create([goods.mug], { discounts: { codes: ['SUMMER10'] } })).body;
    assert.ok(amountOf(totals, 'items_discount') < 0);
    const body = bodyOf(200, await agent.put(at_(id), lineItems([[goods.lamp, 3]])));
    assert.deepEqual(linesOf(body), [[goods.lamp, 3]]);
    assert.equal(amountOf(body.totals, 'items_discount'), 0);
    assert.deepEqual(body.discounts, { codes: [], applied: [] });
    assertSums(body);
    assert.deepEqual((await agent.get(at_(id))).body, body);
  });

  it('echoes the buyer in the answer to who named them, and keeps nothing', async () => {
    const buyer = { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@shop.example' };
    const { body } = await agent.create([goods.mug], { buyer });
    assert.deepEqual(body.buyer, buyer);
    assert.equal((await agent.get(at_(body.id))).body.buyer, undefined);
  });

  it('leaves out an e-mail address that stores refuse, and says so', async () => {
    for (const email of ['ädä@shop.example', 'ada@shöp.example', 'ada@shop', 'ada']) {
      const { status, body } = await agent.create([goods.mug], { buyer: { email } });
      assert.equal(status, 201, email);
      assert.equal(messageOf(body, 'invalid_email').path, '$.buyer.email');
    }
  });

  it('cuts a long name between its characters', async () => {
    const buyer = { first_name: 'x'.repeat(198), last_name: '😀' };
    assert.equal((await agent.create([goods.mug], { buyer })).status, 201);
  });

  it('stays open when complete is called before the store has the order [UCH-6]', async () => {
    const checkout = await aCheckout();
    const early = await agent.post(`${at_(checkout.id)}/complete`, { payment: { instruments: [] } });
    assert.partialDeepStrictEqual(early, { status: 200, body: { status: 'requires_escalation' } });
    assert.equal(early.body.order, undefined);
    await pay(payable(checkout));
    const body = bodyOf(200, await agent.post(`${at_(checkout.id)}/complete`, {}));
    assert.equal(body.status, 'completed');
    assert.ok(body.order?.id);
    assert.ok(URL.canParse(body.order?.permalink_url ?? ''));
    assert.equal(body.continue_url, undefined);
    assertSums(body);
  });

  it('reads as completed once the shop has reported the order [UCH-7]', async () => {
    const checkout = await aCheckout();
    await pay(payable(checkout));
    await at.running.settle();
    const { body } = await agent.get(at_(checkout.id));
    assert.equal(body.status, 'completed');
    assert.ok(body.order?.id);
  });

  it('keeps its totals when canceled, and rejects every later change [UCH-8]', async () => {
    const checkout = await aCheckout();
    const body = bodyOf(200, await agent.post(`${at_(checkout.id)}/cancel`, {}));
    assert.equal(body.status, 'canceled');
    assert.deepEqual(body.totals, checkout.totals);
    assert.equal(body.continue_url, undefined);
    for (const path of ['cancel', 'complete'])
      assert.equal((await agent.post(`${at_(checkout.id)}/${path}`, {})).status, 409, path);
    assert.equal((await agent.put(at_(checkout.id), lineItems([goods.mug]))).status, 409);
  });

  it('rejects changes and cancellation once it is paid [UCH-9]', async () => {
    const checkout = await aCheckout();
    await pay(payable(checkout));
    await at.running.settle();
    const refused = await agent.put<{ code: string; content: string; error: string; messages: object[] }>(
      at_(checkout.id),
      lineItems([goods.lamp]),
    );
    assert.equal(refused.status, 409);
    assert.equal(refused.body.error, refused.body.content);
    assert.ok(refused.body.code && refused.body.messages.length > 0);
    assert.equal((await agent.post(`${at_(checkout.id)}/cancel`, {})).status, 409);
    assert.equal((await agent.get(at_(checkout.id))).body.status, 'completed');
  });

  it('says not_found as an outcome: there is no such checkout, and no error of the protocol [UCH-10]', async () => {
    for (const [method, path] of [
      ['GET', ''],
      ['PUT', ''],
      ['POST', '/complete'],
      ['POST', '/cancel'],
    ] as const) {
      const body = method === 'PUT' ? lineItems([goods.mug]) : undefined;
      const answer = await agent.send(method, at_(randomUUID()) + path, body);
      assert.equal(answer.status, 200, `${method} ${path}`);
      assert.equal(answer.body.ucp.status, 'error');
      assert.equal(messageOf(answer.body, 'not_found').severity, 'unrecoverable');
      assert.equal(answer.body.id, undefined);
      assert.ok(URL.canParse(answer.body.continue_url ?? ''));
    }
  });

  it('sells what there is of it, and says what was left out [UCH-11]', async (t) => {
    changeDuring(t, inShop(at, goods.lamp), { stock: 0 });
    const body = bodyOf(201, await agent.create([goods.mug, goods.lamp]));
    const ids = body.line_items.map(({ item }) => item.id);
    assert.deepEqual(ids, [goods.mug]);
    assert.ok(body.messages?.some(({ code, path }) => code === 'out_of_stock' && path === '$.line_items'));
    const none = bodyOf(200, await agent.create([goods.lamp]));
    assert.equal(none.ucp.status, 'error');
    assert.equal(messageOf(none, 'out_of_stock').severity, 'unrecoverable');
    const unknown = bodyOf(200, await agent.create(['no-such-thing']));
    assert.equal(messageOf(unknown, 'item_unavailable').severity, 'unrecoverable');
    assert.equal((await agent.create([goods.mug, 'no-such-thing'])).status, 201);
  });

  it('adjusts a quantity to what is in stock, and says so and which claims it does not know until it is changed or over [UCH-13]', async (t) => {
    changeDuring(t, inShop(at, goods.lamp), { stock: 2 });
    const context = { eligibility: ['com.example.store_card'] };
    const body = bodyOf(201, await agent.create([goods.mug, [goods.lamp, 5]], { context }));
    assert.equal(body.line_items.find(({ item }) => item.id === goods.lamp)?.quantity, 2);
    assert.equal(messageOf(body, 'quantity_adjusted').path, '$.line_items[1].quantity');
    const warned = (answer: UcpCheckout) => answer.messages?.filter(({ type }) => type === 'warning') ?? [];
    assert.deepEqual(pluck(warned(body), 'code'), ['quantity_adjusted', 'eligibility_not_accepted']);
    assert.deepEqual(warned((await agent.get(at_(body.id))).body), warned(body));
    const changed = await agent.put(at_(body.id), lineItems([goods.mug]));
    for (const answer of [changed, await agent.get(at_(body.id))]) assert.deepEqual(warned(answer.body), []);
    const other = (await agent.create([[goods.lamp, 5]])).body;
    assert.deepEqual(warned((await agent.post(`${at_(other.id)}/cancel`, {})).body), []);
  });

  it('refuses what the schema refuses with 400, naming it [UCH-14]', async () => {
    for (const bad of [{}, { line_items: [] }, { line_items: [{ item: {} }] }, { line_items: 'mug' }]) {
      const { status, body } = await agent.post<{ code: string; content: string; messages: object[] }>(
        '/checkout-sessions',
        bad,
      );
      assert.equal(status, 400, JSON.stringify(bad));
      assert.equal(body.code, 'invalid_input');
      assert.ok(body.content && body.messages.length > 0);
    }
  });
});
