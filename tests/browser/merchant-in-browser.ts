import type { Browser } from 'playwright-core';
import { signUp, startBrowser, type Visitor, visitor } from '../../testing/browser.ts';
import { anyDatabase } from '../../testing/databases.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';

/** A signed-in merchant in a browser, before both demo stores. Background work is done when `service.settle` is called. */
export interface MerchantInBrowser {
  service: TestService;
  browser: Browser;
  merchant: Visitor;
  /** The same merchant in another window. */
  another(options: Parameters<typeof visitor>[2]): Promise<Visitor>;
  close(): Promise<void>;
}

export async function merchantInBrowser(settings: Record<string, string> = {}): Promise<MerchantInBrowser> {
  const service = await startTestService({ database: anyDatabase, settings });
  // The shops are asked for their webhooks in the background.
  await service.settle();
  const browser = await startBrowser();
  const merchant = await visitor(browser, service.baseUrl);
  await signUp(merchant.page);
  return {
    service,
    browser,
    merchant,
    async another(options) {
      const window = await visitor(browser, service.baseUrl, options);
      await window.context.addCookies(await merchant.context.cookies());
      return window;
    },
    async close() {
      await browser.close();
      await service.close();
    },
  };
}
