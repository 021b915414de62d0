import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Frame, Page } from 'playwright-core';
import { buildCards } from '../../cards/build.ts';
import { type Hosts, serveHosts } from '../../cards/hosts/serve-hosts.ts';
import { contrast } from '../../cards/view/contrast.ts';
import { allBarriers, noBrowser, startBrowser, visitor } from '../../testing/browser.ts';
import { anyDatabase } from '../../testing/databases.ts';
import { PLATFORMS, startTestService, type TestService } from '../../testing/test-service.ts';
import { type Found, shopperAt } from '../shopping/shopper.ts';

const HOSTS = ['bridge', 'mcp-ui'] as const;
/** Themes with a color of a shop that its background swallows. */
const HARD_TO_SEE = [
  ['light', '#ffee00'],
  ['dark', '#101010'],
] as const;

/** Red, green and blue of a color that an element has. */
async function colorOf(card: Frame, selector: string, property: string): Promise<number[]> {
  const color = await card.evaluate(`getComputedStyle(document.querySelector('${selector}')).${property}`);
  return (String(color).match(/\d+/g) ?? []).map(Number);
}

const HOSTILE = '<img src=x onerror="document.title=1"><b>Kite</b> &amp; </script>';

describe('cards in Chromium', { skip: noBrowser() }, () => {
  let service: TestService;
  let browser: Browser;
  let hosts: Hosts;

  before(async () => {
    await buildCards();
    [service, browser, hosts] = await Promise.all([
      startTestService({ database: anyDatabase }),
      startBrowser(),
      serveHosts(),
    ]);
  });
  after(async () => {
    hosts?.close();
    await browser?.close();
    await service?.close();
  });

  interface Shown {
    page: Page;
    card: Frame;
    /** URLs that the page asked for, and errors of scripts. */
    requests: string[];
    pictures: string[];
    complaints: string[];
    close(): Promise<void>;
  }

  async function show(
    host: (typeof HOSTS)[number],
    { slug, tool, args, theme = 'light', width = 700, query = '' }: ShowOptions,
  ): Promise<Shown> {
    const store = `${service.baseUrl}/mcp/${slug}${query}`;
    const { page, context, foreign, pictures, complaints } = await visitor(browser, service.baseUrl, {
      width,
    });
    const messages: string[] = [];
    page.on('console', (message) => messages.push(message.text()));
    await page.goto(hosts.url(host, { store, tool, args, theme }));
    const main = page.frameLocator('iframe').frameLocator('iframe').getByRole('main');
    await main.waitFor().catch((error: Error) => {
      throw new Error(`No card: ${JSON.stringify({ messages, complaints })}`, { cause: error });
    });
    const card = page.frames().find((frame) => frame.parentFrame()?.parentFrame() === page.mainFrame());
    assert.ok(card);
    await card.locator('main:not([aria-busy])').waitFor();
    // @mcp-ui/client itself sends its context once before it is connected.
    complaints.splice(0, host === 'mcp-ui' && complaints[0] === 'Error: Not connected' ? 1 : 0);
    return { page, card, requests: foreign, pictures, complaints, close: () => context.close() };
  }

  interface ShowOptions {
    slug: string;
    tool: string;
    args: object;
    theme?: 'light' | 'dark';
    width?: number;
    query?: string;
  }

  const linksOf = (page: Page) => page.evaluate('window.asked.links') as Promise<string[]>;

  for (const host of HOSTS) {
    for (const platform of PLATFORMS) {
      const slug = `demo-${platform}`;

      it(`${host} shows results, a product, and hands the buyer to the shop, by the keyboard alone (${platform})`, async () => {
        const { page, card, requests, pictures, complaints, close } = await show(host, {
          slug,
          tool: 'search_products',
          args: { query: 'linen shirt' },
        });
        await card.getByRole('heading', { level: 1 }).waitFor();
        assert.deepEqual(await allBarriers(card), []);
        await card
          .getByRole('list', { name: 'Products' })
          .getByRole('button', { name: /linen/i })
          .first()
          .press('Enter');
        await card.getByRole('region', { name: 'Product' }).waitFor();
        await card.getByRole('combobox', { name: 'Option' }).waitFor();
        assert.deepEqual(await allBarriers(card), []);
        await card.getByRole('button', { name: 'Buy now' }).press('Enter');
        const name = await card.getByRole('heading', { level: 1 }).textContent();
        const button = card.getByRole('button', { name: `Check out at ${name}` });
        await button.press('Enter');
        await card.getByText('Pay on the page of the shop.').waitFor();
        assert.deepEqual(await allBarriers(card), []);
        const [link] = await linksOf(page);
        assert.equal(new URL(link ?? '').origin, new URL(service.shop(slug).url).origin);
        const allowed = [...hosts.origins, service.baseUrl, new URL(service.shop(slug).url).origin];
        const unexpected = [...requests, ...pictures].filter((url) => !allowed.includes(new URL(url).origin));
        assert.deepEqual(unexpected, []);
        assert.deepEqual(complaints, []);
        await close();
      });
    }

    it(`${host} changes quantities in the cart, and continues to the checkout`, async () => {
      const shopper = shopperAt({ slug: 'demo-shopify', running: service });
      const { products } = await shopper.call<Found>('search_products', { query: 'mug' });
      const id = products.find((each) => each.id.startsWith('v') && !each.sold_out)?.id;
      const { card, page, close } = await show(host, {
        slug: 'demo-shopify',
        tool: 'create_cart',
        args: { items: [{ id, quantity: 1 }], discount_codes: ['SUMMER10'] },
      });
      await card.getByText('Code SUMMER10 applied').waitFor();
      await card.getByRole('button', { name: /^One more/ }).click();
      await card
        .getByRole('group', { name: /^Quantity of/ })
        .getByText('2')
        .waitFor();
      assert.deepEqual(await allBarriers(card), []);
      await card.getByRole('button', { name: 'Continue to checkout' }).click();
      await card.getByRole('button', { name: /^Check out at / }).click();
      await card.getByText('Pay on the page of the shop.').waitFor();
      assert.equal((await linksOf(page)).length, 1);
      await close();
    });

    it(`${host} shows texts of products as they are, and interprets none`, async () => {
      service.shop('demo-shopify').control.createProduct({ title: HOSTILE, price: '12.50' });
      await service.settle();
      const { card, complaints, close } = await show(host, {
        slug: 'demo-shopify',
        tool: 'search_products',
        args: { query: 'kite' },
      });
      await card.getByText(HOSTILE).first().waitFor();
      assert.equal(await card.locator('b').count(), 0);
      assert.equal(await card.locator('img[src="x"]').count(), 0);
      assert.notEqual(await card.title(), '1');
      assert.deepEqual(complaints, []);
      await close();
    });

    for (const [theme, color] of HARD_TO_SEE)
      it(`${host} gives its theme and a narrow width to the card, which has no barriers in the shop’s color (${theme})`, async () => {
        service.shop('demo-woocommerce').control.saveSettings({ brandColor: color });
        service.advance(31 * 60_000);
        await service.settle();
        const { card, close } = await show(host, {
          slug: 'demo-woocommerce',
          tool: 'search_products',
          args: { query: 'hoodie shirt mug' },
          theme,
          width: 320,
        });
        assert.equal(await card.evaluate('document.documentElement.dataset.theme'), theme);
        assert.equal(await card.evaluate('document.documentElement.scrollWidth - innerWidth'), 0);
        assert.equal(
          await card.locator('header img').evaluate((logo: { naturalWidth: number }) => logo.naturalWidth),
          96,
        );
        assert.deepEqual(await allBarriers(card), []);
        await card.getByRole('list', { name: 'Products' }).getByRole('button').first().click();
        await card.getByRole('button', { name: 'Buy now' }).waitFor();
        assert.deepEqual(await allBarriers(card), []);
        const fill = (await colorOf(card, '.primary', 'backgroundColor')).map((part) => part.toString(16));
        assert.equal(`#${fill.map((part) => part.padStart(2, '0')).join('')}`, color);
        const edge = await colorOf(card, '.primary', 'borderTopColor');
        const background = await colorOf(card, 'body', 'backgroundColor');
        assert.ok(contrast(edge, background) >= 3, `${edge} on ${background}`);
        await close();
      });
  }

  it('report the height that they need, and leave their width to the host', async () => {
    const args = { query: 'linen shirt' };
    const { page, card, close } = await show('mcp-ui', {
      slug: 'demo-shopify',
      tool: 'search_products',
      args,
    });
    const frame = page.locator('iframe');
    const needed = await card
      .locator('html')
      .evaluate((root) => Math.ceil(root.getBoundingClientRect().height));
    await page.locator(`iframe[style*="height: ${needed}px"]`).waitFor();
    // A host sets what a card reports: one that reported its width would never become wider.
    assert.equal(await frame.evaluate(({ style }) => style.width), '100%');
    await close();
  });

  it('shows product cards to a stateless client too', async () => {
    const { card, close } = await show('bridge', {
      slug: 'demo-shopify',
      tool: 'search_products',
      args: { query: 'mug' },
      query: '?stateless',
    });
    await card.getByRole('list', { name: 'Products' }).waitFor();
    await close();
  });
});
