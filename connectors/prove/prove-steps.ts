import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { callTool, line } from './agent.ts';
import { asVisitor, type Bought, checkoutOn, placeOrder, typeAddress } from './buyer.ts';
import { whileCheckoutIs } from './fulfillment/checkout-page.ts';
import type { Proof } from './proof.ts';
import { installSitePlugin, removeSitePlugin, repeatSteps, rowsOf } from './site-plugin.ts';
import { until } from './until.ts';

/** Table of the connector that holds each step of a buyer once. */
const STEPS = 'ucp_host_buyer_steps';
const TOPIC = 'action.ucp_host_buyer_steps';

/** Payment of a purchase, and the status by which the merchant says that the money is there. */
const PAYMENTS = {
  block: { method: 'cod', paid: 'completed' },
  classic: { method: 'bacs', paid: 'processing' },
} as const;

/** Proves that the merchant and the agent see how far the buyer comes, at both checkouts of the shop. */
export async function proveSteps(proof: Proof): Promise<void> {
  const { admin } = proof;
  await removeSitePlugin(admin);
  await installSitePlugin(admin);
  try {
    for (const kind of ['block', 'classic'] as const)
      await whileCheckoutIs(admin, kind, async () => {
        const paid = await provePaid(proof, kind);
        await proveLeft(proof, kind);
        if (paid !== undefined) await proveRepeated(proof, kind, paid);
      });
  } finally {
    await removeSitePlugin(admin);
  }
}

/** Returns the session. */
async function provePaid(proof: Proof, kind: Bought['checkout']): Promise<string | undefined> {
  const { admin, browser, ledger } = proof;
  const { method, paid } = PAYMENTS[kind];
  let id: string | undefined;
  await ledger.step(`the shop reports each step of the buyer once, ${kind} checkout`, async () => {
    const session = await begin(proof);
    const rows = async () => (await rowsOf(admin))[STEPS] ?? 0;
    const before = await rows();
    await preview(proof, session.continue_url);
    assert.deepEqual([await rows(), await stepOf(proof, session.id)], [before, 'handed_over']);
    const number = await asVisitor(browser, async (page) => {
      await open(page, session.continue_url, kind);
      await reached(proof, session.id, 'opened');
      await page.reload();
      await typeAddress(page);
      await reached(proof, session.id, 'address');
      await placeOrder(page, method);
      return Number(/order-received\/(\d+)/.exec(page.url())?.[1]);
    });
    // Without the plugin's report the order's own event would say as much.
    assert.equal(await repeatSteps(admin, session.id), 0);
    await reached(proof, session.id, 'payment');
    await admin.rest('PUT', `/wc/v3/orders/${number}`, { status: paid });
    await reached(proof, session.id, 'paid');
    assert.equal((await rows()) - before, 4);
    id = session.id;
    return `opened, address, payment (${method}), paid once the order is ${paid}`;
  });
  return id;
}

/** Programs that preview links follow them, and keep no cookie. */
async function preview({ browser }: Proof, continueUrl: string): Promise<void> {
  const visit = (address: string) =>
    asVisitor(browser, async ({ request }) => {
      const answer = await request.get(address, { maxRedirects: 0 });
      return answer.headers().location;
    });
  const checkout = await visit(continueUrl);
  assert.ok(checkout);
  await visit(checkout);
}

async function proveLeft(proof: Proof, kind: Bought['checkout']): Promise<void> {
  const { browser, ledger, service, slug } = proof;
  await ledger.step(`a buyer who takes the goods out has left, ${kind} checkout`, async () => {
    const session = await begin(proof);
    await asVisitor(browser, async (page) => {
      await open(page, session.continue_url, kind);
      await typeAddress(page);
      await reached(proof, session.id, 'address');
      await page.goto(`${proof.options.site}/cart/`);
      await page.locator('.wc-block-cart-item__remove-link, .woocommerce-cart-form a.remove').first().click();
      await page
        .getByText(/cart is currently empty/i)
        .first()
        .waitFor();
    });
    await until('the session shows that the buyer has left', async () => {
      await proof.admin.knock();
      return (await listed(proof, session.id)).left_at === 'address';
    });
    const { note } = await callTool(`${service}/mcp/${slug}`, 'get_checkout', { checkout_id: session.id });
    assert.match(note, /^Not paid: the buyer left checkout_url before paying\./);
    return `console: ${await wordsInConsole(proof, session.id)}; get_checkout: ${note}`;
  });
}

/** Text of the session's row in the console. */
async function wordsInConsole({ merchant: { page }, slug }: Proof, id: string): Promise<string> {
  await page.goto(`/console/stores/${slug}/sessions?q=${id}`);
  const words = page.getByText('Left at: address given').first();
  await words.waitFor();
  return (await words.textContent()) ?? '';
}

/** Reports the steps twice more: together, which the service has not seen, and the same again. */
async function proveRepeated(proof: Proof, kind: Bought['checkout'], id: string): Promise<void> {
  const { admin, ledger } = proof;
  await ledger.step(
    `reports of steps are signed, and change nothing when repeated, ${kind} checkout`,
    async () => {
      const before = await timeline(proof, id);
      assert.deepEqual([await repeatSteps(admin, id), await repeatSteps(admin, id)], [0, 0]);
      const [last, ...others] = await deliveries(proof);
      assert.equal(last?.repeats, 1, 'the same report is the same delivery');
      for (const each of [last, ...others])
        assert.deepEqual([each.signature, each.effect], ['valid', 'steps_recorded']);
      assert.deepEqual(await timeline(proof, id), before);
      assert.equal(await stepOf(proof, id), 'paid');
      return `${others.length + 1} deliveries, the last one repeated`;
    },
  );
}

interface Delivery {
  topic: string | null;
  signature: string;
  effect: string;
  repeats: number;
}

/** Newest first. */
async function deliveries({ merchant, slug }: Proof): Promise<Delivery[]> {
  const { body } = await merchant.get(`/stores/${slug}/webhooks?per_page=100`);
  return body.items.filter(({ topic }: Delivery) => topic === TOPIC);
}

/** The buyer's part of a session's history, in words. */
async function timeline({ merchant, slug }: Proof, id: string): Promise<string[]> {
  const { body } = await merchant.get(`/stores/${slug}/sessions/${id}`);
  const ofBuyer = body.timeline.filter(({ kind }: { kind: string }) => kind === 'buyer');
  return ofBuyer.map(({ at, title }: { at: string; title: string }) => `${at} ${title}`);
}

async function begin({ agent, goods }: Proof): Promise<{ id: string; continue_url: string }> {
  const { status, body } = await agent.post('/checkout-sessions', {
    line_items: [line(goods.socks, 2)],
  });
  assert.equal(status, 201, body.error);
  return body;
}

async function open(page: Page, continueUrl: string, kind: Bought['checkout']): Promise<void> {
  await page.goto(continueUrl);
  assert.equal(await checkoutOn(page), kind);
}

/** The shop reports in the background, which visits trigger. */
async function reached(proof: Proof, id: string, step: string): Promise<void> {
  await until(`the session shows the step ${step}`, async () => {
    await proof.admin.knock();
    assert.equal(await stepOf(proof, id), step);
    return true;
  });
}

async function stepOf(proof: Proof, id: string): Promise<string> {
  return (await listed(proof, id)).step;
}

async function listed(
  { merchant, slug }: Proof,
  id: string,
): Promise<{ step: string; left_at: string | null }> {
  const { body } = await merchant.get(`/stores/${slug}/sessions?q=${id}`);
  assert.equal(body.items.length, 1);
  return body.items[0];
}
