import assert from 'node:assert/strict';
import { line } from './agent.ts';
import { asVisitor, placeOrder, typeAddress } from './buyer.ts';
import { whileCheckoutIs } from './fulfillment/checkout-page.ts';
import type { Proof } from './proof.ts';
import { installSitePlugin, removeSitePlugin } from './site-plugin.ts';
import { until } from './until.ts';

/** Analytics service of the merchant, to which the site's plugin makes every page report; only the browser knows it. */
const PIXEL = 'https://analytics.example/pixel';

/** Proves that the merchant's analytics sees a purchase that an agent has begun, at both checkouts of the shop. */
export async function provePixel(proof: Proof): Promise<void> {
  const { admin, ledger } = proof;
  await removeSitePlugin(admin);
  await installSitePlugin(admin);
  try {
    for (const kind of ['block', 'classic'] as const)
      await whileCheckoutIs(admin, kind, async () => {
        await ledger.step(`the merchant’s pixel fires during the purchase, ${kind} checkout`, () =>
          buyBesidePixel(proof),
        );
      });
  } finally {
    await removeSitePlugin(admin);
  }
}

async function buyBesidePixel({ admin, agent, browser, goods }: Proof): Promise<string> {
  const { status, body } = await agent.post('/checkout-sessions', { line_items: [line(goods.socks, 2)] });
  assert.equal(status, 201, body.error);
  return asVisitor(browser, async (page) => {
    const hits: Record<string, string>[] = [];
    await page.route(`${PIXEL}?*`, async (route) => {
      hits.push(Object.fromEntries(new URL(route.request().url()).searchParams));
      await route.fulfill({ status: 204 });
    });
    const fired = (event: string) =>
      until(`the pixel fires for ${event}`, async () => hits.find((hit) => hit.event === event));
    await page.goto(body.continue_url);
    await fired('checkout');
    await typeAddress(page);
    await placeOrder(page, 'cod');
    const purchase = await fired('purchase');
    const order = await admin.rest('GET', `/wc/v3/orders/${purchase.order}`);
    assert.deepEqual([purchase.total, purchase.currency], [order.total, order.currency]);
    return `checkout, then purchase with ${purchase.total} ${purchase.currency}`;
  });
}
