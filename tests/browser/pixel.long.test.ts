import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toDecimal } from '../../src/commerce/money/money.ts';
import { agentOf, bodyOf, findVariant, newSession } from '../../testing/agent.ts';
import { noBrowser, startBrowser } from '../../testing/browser.ts';
import { anyDatabase } from '../../testing/databases.ts';
import { eventually } from '../../testing/eventually.ts';
import { forSuite } from '../../testing/for-suite.ts';
import { startHttpServer } from '../../testing/http-server.ts';
import { startTestService } from '../../testing/test-service.ts';

interface Hit {
  event: string;
  total: string;
  currency: string;
  order?: string;
}

/** Analytics service of a merchant, on a host of its own. */
async function startAnalytics() {
  const hits: { hit: Hit; referer: string | undefined }[] = [];
  const server = await startHttpServer(({ url = '', headers }, response) => {
    const { pathname, searchParams } = new URL(url, server.url);
    const hit = Object.fromEntries(searchParams) as unknown as Hit;
    if (pathname === '/pixel') hits.push({ hit, referer: headers.referer });
    response.writeHead(204).end();
  });
  return { hits, pixelUrl: `${server.url}/pixel`, close: server.close };
}

describe('the merchant’s analytics pixel', { skip: noBrowser() }, () => {
  const running = forSuite(() => startTestService({ database: anyDatabase }));
  const browser = forSuite(() => startBrowser());
  const analytics = forSuite(startAnalytics);

  for (const [slug, words] of [
    ['demo-shopify', 'shoe'],
    ['demo-woocommerce', 'mug'],
  ] as const)
    it(`fires with the order’s total for a buyer whom an agent hands off to ${slug}`, async () => {
      const { url, control } = running.shop(slug);
      control.saveSettings({ pixelUrl: analytics.pixelUrl }, { silently: true });
      analytics.hits.length = 0;
      const agent = agentOf(running.baseUrl, slug);
      const { id } = await findVariant(agent, words);
      const session = await newSession(agent, {}, [[id, 2]]);

      const context = await browser.newContext();
      const page = await context.newPage();
      await page.goto(session.continue_url ?? '');
      await eventually(async () => analytics.hits.length === 1, 'the checkout page fires the pixel');
      await page.getByRole('button', { name: 'Pay now' }).click();
      await page.getByRole('heading', { name: /^Thank you/ }).waitFor();
      await eventually(async () => analytics.hits.length === 2, 'the thank-you page fires the pixel');
      await context.close();

      const { order } = bodyOf(200, await agent.complete(session.id));
      const { totals, currency } = bodyOf(200, await agent.readOrder(order?.id ?? ''));
      const total = toDecimal(totals.total, currency);
      assert.deepEqual(
        analytics.hits.map(({ hit: { order: _, ...hit } }) => hit),
        ['checkout', 'purchase'].map((event) => ({ event, total, currency })),
      );
      assert.match(analytics.hits[1]?.hit.order ?? '', /\d/);
      for (const { referer } of analytics.hits) assert.equal(new URL(referer ?? '').origin, url);
    });
});
