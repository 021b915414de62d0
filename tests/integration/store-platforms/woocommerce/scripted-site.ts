import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import type { StoreDescription } from '../../../../src/commerce/store/store.ts';
import type { StorePlatform } from '../../../../src/store-platforms/store-platform.ts';
import { createTransport } from '../../../../src/store-platforms/transport/transport.ts';
import { woocommerce } from '../../../../src/store-platforms/woocommerce/index.ts';
import { startHttpServer } from '../../../../testing/http-server.ts';

export interface SiteRequest {
  method: string;
  /** Below `/wp-json`. */
  path: string;
  params: URLSearchParams;
  authorization: string | undefined;
  /** Parsed JSON; undefined for a GET. */
  body: unknown;
}

export interface Reply {
  status?: number;
  headers?: Record<string, string>;
  /** Sent as JSON, a string as it is. */
  body: unknown;
}

/** By `GET /wc/v3/products`; what is not listed is WordPress's 404. */
export type Script = Record<string, (request: SiteRequest) => Reply>;

export interface ScriptedSite {
  url: string;
  platform: StorePlatform;
  requests: SiteRequest[];
  /** `GET /products`, as the service counts its calls. */
  operations: string[];
}

export const caller = { requestId: 'test-request' };
export const KEYS = { consumerKey: 'ck_test', consumerSecret: 'cs_very-secret' };

export const NO_ROUTE: Reply = {
  status: 404,
  body: {
    code: 'rest_no_route',
    message: 'No route was found matching the URL and request method.',
    data: { status: 404 },
  },
};

/** A site on loopback that answers as written down, and the adapter connected to it. */
export async function openSite(t: TestContext, script: Script): Promise<ScriptedSite> {
  const requests: SiteRequest[] = [];
  const operations: string[] = [];
  const { url, close } = await startHttpServer(async (incoming, outgoing) => {
    const request = await readRequest(incoming);
    requests.push(request);
    const reply = script[`${request.method} ${request.path}`]?.(request) ?? NO_ROUTE;
    const isText = typeof reply.body === 'string';
    const type = isText ? 'text/html; charset=UTF-8' : 'application/json; charset=UTF-8';
    outgoing.writeHead(reply.status ?? 200, { 'content-type': type, ...reply.headers });
    outgoing.end(isText ? reply.body : JSON.stringify(reply.body));
  });
  t.after(close);
  const transport = createTransport({ fetch, onCall: (operation) => operations.push(operation) });
  const credentials = woocommerce.credentials.parse({ url, ...KEYS });
  const platform = woocommerce.connect(credentials, transport, describedAs(url));
  return { url, platform, requests, operations };
}

function describedAs(url: string): StoreDescription {
  return {
    name: 'Test Shop',
    currency: 'USD',
    country: 'US',
    hosts: [new URL(url).host],
    links: [],
    versions: { woocommerce: '10.5.0', connector: '1.0.0' },
  };
}

async function readRequest(incoming: IncomingMessage): Promise<SiteRequest> {
  const url = new URL(incoming.url ?? '/', 'http://site.test');
  const body = await text(incoming);
  return {
    method: incoming.method ?? '',
    path: url.pathname.replace('/wp-json', ''),
    params: url.searchParams,
    authorization: incoming.headers.authorization,
    body: body === '' ? undefined : JSON.parse(body),
  };
}
