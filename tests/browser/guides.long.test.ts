import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import {
  allBarriers,
  noBrowser,
  overflow,
  startBrowser,
  startConsoleService,
  type Visitor,
  visitor,
} from '../../testing/browser.ts';
import type { TestService } from '../../testing/test-service.ts';

describe('the guides of the service, in a browser', { skip: noBrowser() }, () => {
  let browser: Browser;
  let service: TestService;
  before(async () => {
    [service, browser] = await Promise.all([startConsoleService(), startBrowser()]);
  });
  after(async () => {
    await browser?.close();
    await service?.close();
  });

  const open = async (path: string, options: Parameters<typeof visitor>[2] = {}): Promise<Visitor> => {
    const visited = await visitor(browser, service.baseUrl, options);
    await visited.page.goto(path);
    return visited;
  };
  const background = (page: Page) => page.evaluate('getComputedStyle(document.body).backgroundColor');

  for (const width of [1440, 390])
    for (const colors of ['light', 'dark'] as const)
      it(`can be read by everyone, without a call to another host, at ${width} px in ${colors}`, async () => {
        const { page, foreign, complaints, context } = await open('/guides', { width, colors });
        for (const path of ['/guides', '/guides/merchants-woocommerce', '/guides/contract']) {
          await page.goto(path);
          assert.deepEqual(await allBarriers(page.mainFrame()), [], path);
          assert.ok((await overflow(page)) <= 0, path);
        }
        assert.deepEqual([foreign, complaints], [[], []]);
        await context.close();
      });

  it('finds a section by words, and leads there by the keyboard alone', async () => {
    const { page, context } = await open('/guides');
    await page.keyboard.press('/');
    await page.keyboard.type('shadow mode');
    const results = page.getByRole('region', { name: 'Search results' });
    await results.getByRole('link', { name: /Try a rule in shadow mode/ }).waitFor();
    assert.deepEqual(await allBarriers(page.mainFrame()), []);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/guides\/policy#try-a-rule-in-shadow-mode$/);
    await page.getByRole('searchbox').fill('zzzyqx');
    await results.getByText('Nothing found for “zzzyqx”.').waitFor();
    await page.keyboard.press('Escape');
    await results.waitFor({ state: 'hidden' });
    await context.close();
  });

  it('keeps the theme of the person, as the console does', async () => {
    const { page, context } = await open('/guides/policy');
    const light = await background(page);
    await page.getByRole('button', { name: 'Use the dark theme' }).click();
    const dark = await background(page);
    assert.notEqual(dark, light);
    await page.goto('/guides/teams');
    assert.equal(await background(page), dark);
    await page.goto('/console/sign-in');
    const scheme = page.locator('html[data-mantine-color-scheme=dark]');
    await scheme.waitFor({ state: 'attached' });
    await context.close();
  });
});
