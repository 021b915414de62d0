import type { Browser, Page } from 'playwright-core';
import { signUp } from '../../testing/browser.ts';
import type { Answer } from './agent.ts';

/** The merchant at the service's console, in a browser. */
export interface Merchant {
  page: Page;
  get(path: string): Promise<Answer>;
  post(path: string, body?: object): Promise<Answer>;
  put(path: string, body: object): Promise<Answer>;
  /** Returns the six digits of the console's page. */
  showCode(): Promise<string>;
}

export async function enterConsole(
  browser: Browser,
  url: string,
  account: { email: string; password: string } | undefined,
): Promise<Merchant> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 1180, height: 800 },
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(30_000);
  const page = await context.newPage();
  if (!account) await signUp(page);
  else await context.request.post('/api/merchant/sign-in', { data: account });
  const answerOf = async (response: Awaited<ReturnType<typeof context.request.get>>): Promise<Answer> => ({
    status: response.status(),
    body: await response.json(),
  });
  return {
    page,
    get: async (path) => answerOf(await context.request.get(`/api/merchant${path}`)),
    post: async (path, body) =>
      answerOf(await context.request.post(`/api/merchant${path}`, { data: body ?? {} })),
    put: async (path, body) => answerOf(await context.request.put(`/api/merchant${path}`, { data: body })),
    async showCode() {
      await page.goto('/console/connect/woocommerce');
      await page.getByRole('button', { name: 'Create a pairing code' }).click();
      return (await page.getByLabel(/^Pairing code/).textContent()) ?? '';
    },
  };
}
