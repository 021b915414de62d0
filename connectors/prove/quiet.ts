import type { Page, Request } from 'playwright-core';
import { until } from './until.ts';

interface Traffic {
  open: Set<Request>;
  /** When the latest request ended. */
  endedAt: number;
}

/** Time without a request after which a block checkout has sent the shop all that was typed, in milliseconds. */
export const TYPED_MS = 2_500;

const TRAFFIC = new WeakMap<Page, Traffic>();

/** Follows the requests of a page, from before its first one. */
export function followRequests(page: Page): void {
  const traffic: Traffic = { open: new Set(), endedAt: 0 };
  const end = (request: Request): void => {
    if (traffic.open.delete(request)) traffic.endedAt = Date.now();
  };
  page.on('request', (request) => traffic.open.add(request));
  page.on('requestfinished', end).on('requestfailed', end);
  TRAFFIC.set(page, traffic);
}

/**
 * Waits until a followed page is loaded and has had no request open for this long, counted from now. Playwright's own
 * `networkidle` never comes where scripts pause the loading for half a second and go on with a picture.
 */
export async function untilQuiet(page: Page, quietMs = 500): Promise<void> {
  const traffic = TRAFFIC.get(page);
  if (!traffic) throw new Error('Nothing follows the requests of this page.');
  await page.waitForLoadState();
  const startedAt = Date.now();
  await until('the page is quiet', async () => {
    const [request] = traffic.open;
    if (request) throw new Error(`still open: ${request.method()} ${request.url()}`);
    return Date.now() - Math.max(startedAt, traffic.endedAt) >= quietMs;
  });
}
