import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { AgentPlatform, PlatformKeys, Unsigned } from './agent-platform.ts';

export interface UcpAnswer {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: any body; each test asserts the members it needs.
  body: any;
}

type Made = { id: string; continue_url: string; line_items: { item: { id: string } }[] };

interface CallOptions {
  /** True signs with the agent platform's key; a key signs with that one. */
  sign?: boolean | PlatformKeys;
  headers?: Record<string, string>;
}

/** Agent of an agent platform at one store, over REST. */
export function ucpAgent(baseUrl: string, slug: string, platform: AgentPlatform) {
  const store = `${baseUrl}/ucp/${slug}`;

  async function call(
    method: string,
    path: string,
    body?: object,
    options: CallOptions = {},
  ): Promise<UcpAnswer> {
    const request = { method, url: store + path, ...contentOf(method, body) };
    const headers = await headersOf(platform, request, options.sign);
    const response = await fetch(request.url, {
      method,
      headers: { ...headers, ...options.headers },
      ...(request.body === undefined ? {} : { body: request.body }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
  }

  return {
    store,
    call,
    search: (options?: CallOptions) => call('POST', '/catalog/search', { query: 'mug' }, options),
    async profile(version?: string) {
      const response = await fetch(`${store}/.well-known/ucp${version === undefined ? '' : `/${version}`}`);
      return response.json() as Promise<{
        keys?: { kid: string }[];
        signing_keys?: { kid: string }[];
        ucp: { version: string; capabilities: Record<string, unknown> };
      }>;
    },
    /** Creates a checkout of the first product found, with the URL where the buyer pays. */
    async checkout(words = 'mug'): Promise<Made> {
      const { body: search } = await call('POST', '/catalog/search', { query: words });
      const variants = search.products.flatMap((product: { variants: object[] }) => product.variants);
      const variant = variants.find(
        (each: { availability?: { available: boolean } }) => each.availability?.available,
      );
      const session = await call('POST', '/checkout-sessions', {
        line_items: [{ item: { id: variant.id }, quantity: 1 }],
      });
      assert.equal(session.status, 201, session.text);
      return session.body;
    },
  };
}

function contentOf(method: string, body: object | undefined): Pick<Unsigned, 'body' | 'idempotencyKey'> {
  return {
    ...(method === 'GET' ? {} : { idempotencyKey: randomUUID() }),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  };
}

async function headersOf(
  platform: AgentPlatform,
  request: Unsigned,
  sign: CallOptions['sign'] = false,
): Promise<Record<string, string>> {
  if (sign !== false) return platform.sign(request, sign === true ? {} : { key: sign });
  const { body, idempotencyKey } = request;
  return {
    'ucp-agent': `profile="${platform.profileUrl}"`,
    ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
}
