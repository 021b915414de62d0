import assert from 'node:assert/strict';
import { amountOf, assertSums } from '../../testing/ucp-agent.ts';
import { officialSchemas } from '../../testing/ucp-schemas.ts';
import { type Answer, line } from './agent.ts';
import { asVisitor, buy } from './buyer.ts';
import type { OfficialProof } from './proof.ts';
import { HOLD_TAX, whileSetTo } from './site-settings.ts';
import { until } from './until.ts';

type Body = Answer['body'];

interface Bought {
  id: string;
  /** WooCommerce's number. */
  number: number;
}

/** Proves an official UCP checkout with awkward rounding, its payment, and partial refunds, removals and shipments. */
export async function proveOfficialOrder(proof: OfficialProof): Promise<void> {
  let bought: Bought | undefined;
  await proof.ledger.step('an official checkout is paid in the shop, and becomes an order', async () => {
    bought = await whileSetTo(proof.admin, HOLD_TAX, 'yes', () => buyOfficially(proof));
    const order = await read(proof, bought.id);
    assert.deepEqual(quantities(order), [
      [3, 3, 0, 'processing'],
      [1, 1, 0, 'processing'],
      [7, 7, 0, 'processing'],
    ]);
    const woo = await proof.admin.rest('GET', `/wc/v3/orders/${bought.number}`);
    assert.equal(amountOf(order.totals, 'total'), minor(woo.total));
    return order.totals.map(({ type, amount }: Body) => `${type} ${amount}`).join(', ');
  });
  if (bought) await proveParts(proof, bought);
}

async function buyOfficially({ ucp, goods, codes, browser, admin }: OfficialProof): Promise<Bought> {
  const session = await ucp.call('POST', '/checkout-sessions', {
    line_items: [line(goods.bowl, 3), line(goods.socks), line(goods.mug, 7)],
    discounts: { codes: [codes.third, codes.cents] },
  });
  assert.equal(session.status, 201, session.text);
  await buy(browser, session.body.continue_url);
  const completed = async () => {
    // The shop sends order events in the background, which visits trigger.
    await admin.knock();
    const { body } = await ucp.call('GET', `/checkout-sessions/${session.body.id}`);
    return body.status === 'completed' ? body.order.id : undefined;
  };
  const id = await until('the checkout is completed', completed, 150_000);
  const orders = await admin.rest('GET', `/wc/v3/orders?service_session_id=${session.body.id}&_fields=id`);
  assert.equal(orders.length, 1);
  return { id, number: orders[0].id };
}

async function proveParts(proof: OfficialProof, { id, number }: Bought): Promise<void> {
  const { admin, ledger, browser } = proof;
  const path = `/wc/v3/orders/${number}`;
  await ledger.step('the page that the order names opens for the buyer', async () => {
    const { permalink_url } = await read(proof, id);
    return asVisitor(browser, async (page) => {
      const answer = await page.goto(permalink_url);
      assert.equal(answer?.status(), 200);
      await page.getByText(String(number), { exact: true }).first().waitFor();
      await page.getByText('Proofware bowl').first().waitFor();
      return new URL(page.url()).pathname;
    });
  });
  await ledger.step('goods and money are returned, and the order shows both', async () => {
    const { line_items } = await admin.rest('GET', path);
    const [bowls] = line_items;
    await admin.rest('POST', `${path}/refunds`, {
      amount: '5.00',
      api_refund: false,
      line_items: [{ id: bowls.id, quantity: 1, refund_total: 5 }],
    });
    await admin.rest('POST', `${path}/refunds`, { amount: '1.25', api_refund: false });
    const order = await read(proof, id);
    assert.deepEqual(
      order.adjustments.map(({ type, line_items, totals }: Body) => [type, line_items, totals]),
      [
        ['refund', [{ id: 'line-1', quantity: -1 }], [{ type: 'total', amount: -500 }]],
        ['refund', undefined, [{ type: 'total', amount: -125 }]],
      ],
    );
    assert.deepEqual(quantities(order)[0], [3, 2, 0, 'processing']);
    return quantities(order).join('; ');
  });
  await ledger.step('a line that the merchant removes is still reported, as removed', async () => {
    const { line_items } = await admin.rest('GET', path);
    const socks = line_items.find(({ name }: Body) => name === 'Proofware socks');
    await admin.rest('PUT', path, { line_items: [{ id: socks.id, quantity: 0 }] });
    const order = await read(proof, id);
    assert.deepEqual(quantities(order), [
      [3, 2, 0, 'processing'],
      [1, 0, 0, 'removed'],
      [7, 7, 0, 'processing'],
    ]);
    assert.deepEqual(order.adjustments.at(-1).line_items, [{ id: 'line-2', quantity: -1 }]);
    const woo = await admin.rest('GET', path);
    assert.equal(amountOf(order.totals, 'total'), minor(woo.total));
    return order.totals.map(({ type, amount }: Body) => `${type} ${amount}`).join(', ');
  });
  await ledger.step('completed: what is left was handed over', async () => {
    await admin.rest('PUT', path, { status: 'completed' });
    const order = await read(proof, id);
    assert.deepEqual(quantities(order), [
      [3, 2, 2, 'fulfilled'],
      [1, 0, 0, 'removed'],
      [7, 7, 7, 'fulfilled'],
    ]);
    const types = order.fulfillment.events.map(({ type }: Body) => type);
    assert.deepEqual(types, ['fulfilled']);
    return types.join(', ');
  });
}

/** Read by the agent platform of the checkout; valid in its version and adding up. */
async function read({ ucp }: OfficialProof, id: string): Promise<Body> {
  const { status, text, body } = await ucp.call('GET', `/orders/${id}`, undefined, { sign: true });
  assert.equal(status, 200, text);
  officialSchemas('2026-08-25').response('schemas/shopping/order.json')(body);
  assertSums(body);
  return body;
}

function quantities({ line_items }: Body): unknown[][] {
  return line_items.map(({ quantity: { original, total, fulfilled }, status }: Body) => [
    original,
    total,
    fulfilled,
    status,
  ]);
}

function minor(decimal: string): number {
  return Math.round(Number(decimal) * 100);
}
