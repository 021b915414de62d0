import { randomUUID } from 'node:crypto';
import type { Probe, Probed } from '../../outbound/guarded-fetch/ask-whole.ts';
import { getPresentation, PLATFORM_NAMES, presentations } from '../../store-platforms/presentations.ts';
import { toJsonRequest } from './answers.ts';

/** Cart client of an agent platform, as its guides describe it: a buyer's cart is transferred by one request, never repeated. */
export interface CartClient {
  title: string;
  version: string;
  /** Published profile with the same version and capabilities, which stands for its own. */
  profile: string;
}

/** Google: developers.google.com/merchant/ucp/implementation/2026-04-08/cart-api, and guides/overview/network-and-waf. */
export const CART_CLIENTS = {
  google: {
    title: 'Google',
    version: '2026-04-08',
    profile: 'https://shopify.dev/ucp/agent-profiles/2026-04-08/valid-with-capabilities.json',
  },
} as const satisfies Record<string, CartClient>;

export type CartClientName = keyof typeof CART_CLIENTS;

/** Sends one request of the client: a POST when it has a body. */
export function askAs(ask: Probe, { profile }: CartClient, url: string, body?: object): Promise<Probed> {
  const key = body && { 'idempotency-key': randomUUID() };
  return ask(url, toJsonRequest({ body, headers: { 'ucp-agent': `profile="${profile}"`, ...key } }));
}

/** Transfers a cart with one piece of each item. */
export async function transferCart(ask: Probe, client: CartClient, endpoint: string, ids: readonly string[]) {
  const startedAt = performance.now();
  const lines = ids.map((id) => ({ item: { id }, quantity: 1 }));
  const probed = await askAs(ask, client, `${endpoint}/carts`, { line_items: lines });
  return { probed, ms: performance.now() - startedAt };
}

interface FeedVariant {
  id: string;
  productId: string;
  productUrl?: string | undefined;
  /** True where the address of the product names the variant. */
  isOnly: boolean;
  sku?: string | undefined;
  barcode?: string | undefined;
}

/** Forms in which product feeds name a variant, and in which carts must know it. */
export const FEED_ID_FORMS: readonly { form: string; of(variant: FeedVariant): string | undefined }[] = [
  { form: 'id', of: ({ id }) => id },
  { form: 'number', of: ({ id }) => numberOf(id) },
  { form: 'SKU', of: ({ sku }) => sku || undefined },
  { form: 'GTIN', of: ({ barcode }) => barcode || undefined },
  { form: 'product URL', of: toFeedAddress },
  ...PLATFORM_NAMES.flatMap((platform) =>
    presentations[platform].feedIds.map((form) => ({
      form,
      of: ({ id, productId }: FeedVariant) =>
        readPlatform(id) === platform
          ? form.replace('{product}', `${numberOf(productId)}`).replace('{variant}', `${numberOf(id)}`)
          : undefined,
    })),
  ),
];

export function toFeedIds(variant: FeedVariant): string[] {
  return [...new Set(FEED_ID_FORMS.flatMap(({ of }) => of(variant) ?? []))];
}

function readPlatform(gid: string): string {
  return /^gid:\/\/(\w+)\//.exec(gid)?.[1] ?? '';
}

function numberOf(gid: string): string | undefined {
  return /\/(\d+)$/.exec(gid)?.[1];
}

function toFeedAddress({ id, productUrl, isOnly }: FeedVariant): string | undefined {
  const url = productUrl === undefined ? null : URL.parse(productUrl);
  if (!url || isOnly) return productUrl;
  const { variantParameter } = getPresentation(readPlatform(id));
  if (variantParameter === undefined) return undefined;
  url.searchParams.set(variantParameter, numberOf(id) ?? '');
  return url.href;
}
