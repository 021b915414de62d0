import assert from 'node:assert/strict';
import type { Somewhere } from '../../testing/everywhere.ts';
import { type Merchant, signUp } from '../../testing/merchant.ts';
import type { TestService } from '../../testing/test-service.ts';
import { type RawAnswer, sendRaw } from '../contract/bad-input/raw-http.ts';

/** Headers of a person's browser that opens a link. */
export const BROWSER = {
  'user-agent':
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
  'sec-fetch-dest': 'document',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-user': '?1',
};

export const MAKES_CART: Record<string, string> = { shopify: 'CreateCart', woocommerce: 'POST /cart/create' };

type Place = Pick<Somewhere, 'slug' | 'platform'> & { running: TestService };

export interface Infrastructure extends RawAnswer {
  /** Target of the redirect; empty when the response has none. */
  location: string;
}

/** An identifier as links hold it, by the words of the specification. */
export function tokenOf(id: string): string {
  return /^[A-Za-z0-9._-]+$/.test(id) ? id : `~${Buffer.from(id).toString('base64url')}`;
}

/** Opens a link, to the letter, and goes nowhere from there. `link` begins after the endpoint. */
export async function openLink(
  { slug, running }: Pick<Place, 'slug' | 'running'>,
  link: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<Infrastructure> {
  const path = `/ucp/${slug}/buy${link}`;
  const answer = await sendRaw(running.baseUrl, { method, path, headers: { ...BROWSER, ...headers } });
  assert.equal(answer.headers.get('cache-control'), 'no-store', `${link}: ${answer.status}`);
  assert.equal(answer.headers.get('referrer-policy'), 'no-referrer');
  return { ...answer, location: answer.headers.get('location') ?? '' };
}

/** The page of the service that a browser is led to when a link came to nothing. */
export function problemOf({ status, location }: Infrastructure): string {
  assert.equal(status, 303, location);
  return (
    /\/buy\/problem\/([a-z-]+)$/.exec(location)?.[1] ?? assert.fail(`${location} is no page of a problem`)
  );
}

export type SeenSession = { id: string; agent: string | null; status: string };

/** The merchant of a service's demo stores: the first account there. */
export async function merchantAt(running: TestService) {
  const merchant: Merchant = await signUp(running);
  return {
    ...merchant,
    async sessions(slug: string): Promise<SeenSession[]> {
      return (await merchant.get<{ items: SeenSession[] }>(`/stores/${slug}/sessions`)).body.items;
    },
    async newest(slug: string): Promise<SeenSession> {
      return (await this.sessions(slug))[0] ?? assert.fail('there is no session');
    },
  };
}

/** How many carts the shop was asked to make since its calls were last counted anew. */
export function cartsMade({ slug, platform, running }: Place): number {
  return running.shop(slug).control.calls()[MAKES_CART[platform] ?? ''] ?? 0;
}
