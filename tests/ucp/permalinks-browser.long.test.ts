import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { agentOf, findVariant } from '../../testing/agent.ts';
import { noBrowser, startBrowser } from '../../testing/browser.ts';
import { anyDatabase } from '../../testing/databases.ts';
import { forSuite } from '../../testing/for-suite.ts';
import { startHttpServer } from '../../testing/http-server.ts';
import { startTestService } from '../../testing/test-service.ts';
import { cartsMade, tokenOf } from './permalink-visitor.ts';

const slug = 'demo-woocommerce';

describe('a permalink in a browser', { skip: noBrowser() }, () => {
  const running = forSuite(() => startTestService({ database: anyDatabase }));
  const browser = forSuite(() => startBrowser());
  const endpoint = () => `${running.baseUrl}/ucp/${slug}/buy`;

  it('ends on the shop’s checkout, and back and forth on the same one', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    const { id } = await findVariant(agentOf(running.baseUrl, slug), 'mug');
    running.shop(slug).control.resetCalls();
    const link = `${endpoint()}/${tokenOf(id)}:1?buyer/email=ann@example.com&utm_source=chat`;
    await page.goto(link);
    const { href, origin } = new URL(page.url());
    assert.equal(origin, running.shop(slug).url);
    assert.equal(await page.getByLabel('E-mail').inputValue(), 'ann@example.com');
    await page.goto(link);
    assert.equal(page.url(), href);
    assert.equal(cartsMade({ slug, platform: 'woocommerce', running }), 1);
    await context.close();
  });

  it('makes no cart when another site’s page embeds it as an image or a frame', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    const { id } = await findVariant(agentOf(running.baseUrl, slug), 'mug');
    running.shop(slug).control.resetCalls();
    const link = `${endpoint()}/${tokenOf(id)}:1`;
    const ended = ['?a', '?b'].map((end) =>
      page.waitForEvent('requestfailed', (request) => request.url() === link + end),
    );
    const html = `<!doctype html><img src="${link}?a" alt=""><iframe src="${link}?b"></iframe>`;
    await using somebody = await startHttpServer((_request, response) =>
      response.setHeader('content-type', 'text/html').end(html),
    );
    await page.goto(somebody.url);
    await Promise.all(ended);
    assert.equal(cartsMade({ slug, platform: 'woocommerce', running }), 0);
    await page.goto(link);
    assert.equal(cartsMade({ slug, platform: 'woocommerce', running }), 1, 'it works when it is opened');
    await context.close();
  });

  for (const colorScheme of ['light', 'dark'] as const)
    it(`says on a narrow screen too that it came to nothing (${colorScheme})`, async () => {
      const context = await browser.newContext({ viewport: { width: 360, height: 640 }, colorScheme });
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on('console', (message) => complaints.push(message.text()));
      await page.goto(`${endpoint()}/no-such-thing:1`);
      assert.match(page.url(), /\/problem\/not-sold$/);
      await page.getByRole('heading', { name: 'Not sold here' }).waitFor();
      const width = await page.evaluate<number>('document.documentElement.scrollWidth');
      assert.ok(width <= 360, `${width} wide`);
      const styleOf = (name: string) => page.evaluate<string>(`getComputedStyle(document.body).${name}`);
      const [text, ground] = [await styleOf('color'), await styleOf('backgroundColor')];
      assert.ok(contrast(text, ground) >= 4.5, `${text} on ${ground}`);
      await page.getByRole('link', { name: 'To the shop' }).click();
      assert.equal(page.url(), `${running.shop(slug).url}/`);
      assert.deepEqual(complaints, []);
      await context.close();
    });
});

/** WCAG’s, of two `rgb(…)`. */
function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = (color.match(/\d+/g) ?? []).map((channel) => {
    const value = Number(channel) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
