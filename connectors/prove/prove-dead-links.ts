import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { line } from './agent.ts';
import { asVisitor, buy } from './buyer.ts';
import type { Proof } from './proof.ts';
import { until } from './until.ts';

/** Proves what a buyer sees whose link leads to no order, or to less than was ordered. */
export async function proveDeadLinks(proof: Proof): Promise<void> {
  await proveDead(proof);
  await proveMissing(proof);
}

async function proveDead({ agent, browser, goods, ledger }: Proof): Promise<void> {
  const visit = (url: string) =>
    asVisitor(browser, async (page) => {
      const answer = await page.goto(url);
      return { status: answer?.status(), title: await page.locator('h1').textContent() };
    });
  await ledger.step('the link of a canceled session says that it is canceled', async () => {
    const { body } = await agent.post('/checkout-sessions', { line_items: [line(goods.mug)] });
    await agent.post(`/checkout-sessions/${body.id}/cancel`);
    const seen = await until('the shop knows', async () => {
      const page = await visit(body.continue_url);
      return page.status === 410 && page;
    });
    assert.equal(seen.title, 'Your assistant has canceled this order');
    return `${seen.status}: ${seen.title}`;
  });
  await ledger.step('a wrong link says that it is wrong', async () => {
    const { body } = await agent.post('/checkout-sessions', { line_items: [line(goods.mug)] });
    const seen = await visit(body.continue_url.replace(/.{8}$/, '00000000'));
    assert.deepEqual(seen, { status: 404, title: 'This order link is wrong, or too old' });
    return `${seen.status}: ${seen.title}`;
  });
}

async function proveMissing(proof: Proof): Promise<void> {
  const { admin, agent, browser, goods, ledger } = proof;
  const sessionOf = async (line_items: object[]) => {
    const { status, body } = await agent.post('/checkout-sessions', { line_items });
    assert.equal(status, 201, body.error);
    return body;
  };
  await ledger.step('goods sold out after the hand-off are named, and the rest is bought', () =>
    whileInStock(proof, 1, async (sellOut) => {
      const session = await sessionOf([line(goods.lamp), line(goods.board, 2)]);
      await sellOut();
      await buy(browser, session.continue_url, { before: goOn });
      const { body } = await agent.post(`/checkout-sessions/${session.id}/complete`);
      const order = await agent.get(`/orders/${body.order.id}`);
      const number = String(order.body.platform_order_id).split('/').at(-1);
      const { line_items } = await admin.rest('GET', `/wc/v3/orders/${number}`);
      assert.deepEqual(
        line_items.map(({ name, quantity }: { name: string; quantity: number }) => [name, quantity]),
        [['Proofware lamp', 1]],
      );
      return 'Not everything is available any more; one lamp bought';
    }),
  );
  await ledger.step('an order of which nothing is left is not sold', () =>
    whileInStock(proof, 0, async (sellOut) => {
      const session = await sessionOf([line(goods.board)]);
      await sellOut();
      return asVisitor(browser, async (page) => {
        const answer = await page.goto(session.continue_url);
        assert.equal(answer?.status(), 410);
        assert.match((await page.locator('ul').textContent()) ?? '', /walnut board/);
        assert.equal(await page.locator('a.go').count(), 0);
        return (await page.locator('h1').textContent()) ?? '';
      });
    }),
  );
}

/** Hands out a function that leaves so many boards, and restores the stock. */
async function whileInStock<T>(
  { admin, goods }: Proof,
  left: number,
  work: (sellOut: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const path = `/wc/v3/products/${goods.board}`;
  const { stock_quantity } = await admin.rest('GET', path);
  try {
    return await work(async () => {
      await admin.rest('PUT', path, { stock_quantity: left });
    });
  } finally {
    await admin.rest('PUT', path, { stock_quantity });
  }
}

async function goOn(page: Page): Promise<void> {
  assert.equal(await page.locator('h1').textContent(), 'Not everything is available any more');
  const [missing, rest] = await page.locator('ul').allTextContents();
  assert.match(missing ?? '', /walnut board.* × 2/);
  assert.match(rest ?? '', /Proofware lamp × 1/);
  await page.getByText('Go on with the rest').click();
}
