import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import {
  barriers,
  noBrowser,
  pictured,
  startBrowser,
  startConsoleService,
  type Visitor,
  visitor,
} from '../../testing/browser.ts';
import type { TestService } from '../../testing/test-service.ts';

describe('the API reference in a browser', { skip: noBrowser() }, () => {
  let service: TestService;
  let browser: Browser;
  before(async () => {
    service = await startConsoleService();
    browser = await startBrowser();
  });
  after(() => Promise.all([browser?.close(), service?.close()]));

  /** Opens /docs, waits for its text, and collects errors of the browser's console. */
  async function opened(
    options: Parameters<typeof visitor>[2] = {},
  ): Promise<Visitor & { errors: string[] }> {
    const visited = await visitor(browser, service.baseUrl, options);
    const errors: string[] = [];
    visited.page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    await visited.page.goto('/docs');
    await visited.page.getByRole('heading', { name: 'Which API to use' }).waitFor();
    return { ...visited, errors };
  }

  /** To be called once what was asked for is to be seen. */
  function assertQuiet({ foreign, complaints, errors }: Awaited<ReturnType<typeof opened>>) {
    assert.deepEqual(foreign, [], 'requests to other hosts');
    assert.deepEqual(complaints, [], 'violations of the policy');
    assert.deepEqual(errors, [], 'errors of the console');
  }

  for (const [name, options] of [
    ['on a desktop', {}],
    ['in dark colors', { colors: 'dark' }],
    ['on a phone', { width: 390 }],
  ] as const)
    it(`opens ${name} without barriers, errors and requests to other hosts`, async (t) => {
      const visited = await opened(options);
      t.after(() => visited.context.close());
      await pictured(visited.page);
      assert.deepEqual(await lastingBarriers(visited.page), []);
      const isWide = 'document.documentElement.scrollWidth > innerWidth';
      assert.equal(await visited.page.evaluate(isWide), false, 'it scrolls sideways');
      assertQuiet(visited);
    });

  it('shows an operation with its named schema, and code in curl, JavaScript and Python', async (t) => {
    const visited = await opened();
    t.after(() => visited.context.close());
    const { page } = visited;
    await page.evaluate("location.hash = 'tag/checkout/POST/api/ucp/{slug}/checkout-sessions'");
    const section = operation(page, 'Create checkout session');
    await section.getByText('CreateCheckoutSessionRequest').first().waitFor();
    await section.getByText('curl', { exact: false }).first().waitFor();
    await section.getByRole('button', { name: 'Shell Curl' }).click();
    for (const language of ['Fetch', 'Requests'])
      await page.getByRole('option', { name: language }).or(page.getByText(language)).first().waitFor();
    assertQuiet(visited);
  });

  it('leads back to the console', async (t) => {
    const visited = await opened();
    t.after(() => visited.context.close());
    await visited.page.getByRole('link', { name: 'Console', exact: true }).click();
    await visited.page.getByRole('heading', { level: 1, name: 'Welcome to ucp-host' }).waitFor();
  });

  it('finds an operation by search', async (t) => {
    const visited = await opened();
    t.after(() => visited.context.close());
    const { page } = visited;
    await page
      .getByRole('button', { name: /search/i })
      .first()
      .click();
    await page.keyboard.type('quote fulfillment');
    await page
      .getByRole('option', { name: /Quote fulfillment/ })
      .first()
      .waitFor();
    assertQuiet(visited);
  });

  it('sends a request to the running service', async (t) => {
    const visited = await opened();
    t.after(() => visited.context.close());
    const { page } = visited;
    await page.evaluate("location.hash = 'tag/catalog/GET/api/ucp/{slug}/catalog/search'");
    await operation(page, 'Search catalog')
      .getByRole('button', { name: /Test Request/ })
      .click();
    const answered = page.waitForResponse((answer) => answer.url().includes('/catalog/search'));
    await page.getByRole('button', { name: /^Send/ }).first().click();
    const answer = await answered;
    assert.equal(answer.status(), 200);
    assert.equal(answer.url(), `${service.baseUrl}/api/ucp/demo-shopify/catalog/search?q=mug&first=1`);
    assertQuiet(visited);
  });
});

/** Section of one operation. */
function operation(page: Page, title: string) {
  return page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) })
    .last();
}

const COLORS_SETTLE_MS = 3_000;

/** Returns the barriers that are there once the colors have settled: texts turn dark a moment after their background. */
async function lastingBarriers(page: Page): Promise<string[]> {
  const end = Date.now() + COLORS_SETTLE_MS;
  let left = await barriers(page);
  while (left.length > 0 && Date.now() < end) left = await barriers(page);
  return left;
}
