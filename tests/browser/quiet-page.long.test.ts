import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { asVisitor } from '../../connectors/prove/buyer.ts';
import { untilQuiet } from '../../connectors/prove/quiet.ts';
import { noBrowser, startBrowser } from '../../testing/browser.ts';

/** Keeps the page busy for longer than half a second, and asks for more before the page is loaded. */
const BUSY = `
  const end = performance.now() + 1500;
  while (performance.now() < end);
  const request = new XMLHttpRequest();
  request.open('GET', '/more', false);
  request.send();
`;

const PAGES: Record<string, string> = {
  '/busy': '<!doctype html><body><script defer src="/busy.js"></script>',
  '/busy.js': BUSY,
  '/asking': "<!doctype html><body><script>addEventListener('load', () => fetch('/slow'))</script>",
};

describe('a page that the proof waits for', { skip: noBrowser() }, () => {
  let browser: Browser;
  let server: Server;
  let site: string;
  let answered: string[];
  before(async () => {
    server = createServer(({ url = '' }, response) => {
      const answer = (): void => {
        answered.push(url);
        response.setHeader('content-type', url.endsWith('.js') ? 'text/javascript' : 'text/html');
        response.end(PAGES[url] ?? '');
      };
      if (url === '/slow') setTimeout(answer, 1_000);
      else answer();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    browser = await startBrowser();
  });
  beforeEach(() => {
    answered = [];
  });
  after(async () => {
    await browser?.close();
    server?.close();
  });

  const visit = (path: string): Promise<void> =>
    asVisitor(browser, async (page) => {
      await page.goto(`${site}${path}`);
      await untilQuiet(page);
    });

  it('waits for a script that is busy for a second and then asks for more', async () => {
    await visit('/busy');
    assert.ok(answered.includes('/more'));
  });

  it('waits while the shop has not answered the page’s request', async () => {
    await visit('/asking');
    assert.ok(answered.includes('/slow'));
  });
});
