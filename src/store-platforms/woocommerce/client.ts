import type { z } from 'zod';
import { CommerceError } from '../../commerce/errors.ts';
import type { Caller } from '../store-platform.ts';
import type { Transport, UpstreamRequest, UpstreamResponse } from '../transport/transport.ts';
import { CONNECTOR_NAMESPACE } from './connector-wire.ts';
import type { WooCommerceCredentials } from './credentials.ts';
import { readJson } from './client/read-json.ts';
import { errorCodeOf, notJson, refusedCall, statusIn, wrongShape } from './client/errors.ts';

interface SiteCall {
  /** As counted: `GET /products`, `POST /cart/create`. */
  operation: string;
  /** Under `/wp-json`, with its query: `/wc/v3/products?search=mug`. */
  path: string;
  /** Sent as JSON with POST; a call without one is a GET. */
  body?: object;
  /** True for a deletion. */
  deletes?: boolean;
  /** False for what must not be done twice: then a lost answer is a failure. */
  repeatable?: boolean;
  /** A route that is public is asked without the keys. */
  anonymous?: boolean;
  /** True asks in the way that also a site with permalinks "Plain" understands; only to learn that it is one. */
  withoutPermalinks?: boolean;
  /** True when a refusal of WordPress to anonymous callers (401, 403) is an answer here, no failure. */
  answersToGuests?: boolean;
  /** WordPress error codes that are an answer here, no failure. */
  answers?: readonly string[];
}

export interface SiteAnswer {
  headers: Headers;
  /** Unparsed: for `parseAnswer`. */
  body: unknown;
  /** One of `answers` of the call; undefined when it went well. */
  errorCode: string | undefined;
}

/** One call to the site. Most are safe to repeat: reads, and carts that are replaced under one id. */
export type Ask = (call: SiteCall, caller: Caller) => Promise<SiteAnswer>;

export const CORE = '/wc/v3';
export const CONNECTOR = `/${CONNECTOR_NAMESPACE}`;

export function createClient(credentials: WooCommerceCredentials, transport: Transport): Ask {
  const keys = Buffer.from(`${credentials.consumerKey}:${credentials.consumerSecret}`).toString('base64');
  return async (call, caller) => {
    const request = toRequest(call, `${credentials.url}${routeOf(call)}`);
    if (caller.fresh) request.shared = false;
    request.headers['x-request-id'] = caller.requestId;
    request.caller = caller;
    if (!call.anonymous) request.headers.authorization = `Basic ${keys}`;
    return toAnswer(call, await transport(request));
  };
}

function routeOf({ path, withoutPermalinks }: SiteCall): string {
  return withoutPermalinks ? `/?rest_route=${encodeURIComponent(path)}` : `/wp-json${path}`;
}

function toRequest(call: SiteCall, url: string): UpstreamRequest {
  const headers = { accept: 'application/json', 'user-agent': 'ucp-host' };
  const common = { operation: call.operation, url, repeatable: call.repeatable ?? true };
  if (call.deletes) return { ...common, method: 'DELETE', headers };
  if (!call.body) return { ...common, method: 'GET', headers, shared: true };
  return {
    ...common,
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(call.body),
  };
}

function toAnswer(call: SiteCall, given: UpstreamResponse): SiteAnswer {
  const { body, hasNotices } = readJson(given.text);
  const response = { ...given, status: (hasNotices ? statusIn(body) : undefined) ?? given.status };
  if (response.status >= 200 && response.status < 300) {
    if (body === undefined) throw notJson(call.operation, response);
    return { headers: response.headers, body, errorCode: undefined };
  }
  const errorCode = errorCodeOf(body);
  const isGuestsRefusal = call.answersToGuests && (response.status === 401 || response.status === 403);
  if (errorCode === undefined || !(isGuestsRefusal || call.answers?.includes(errorCode))) {
    throw refusedCall(call, response, body);
  }
  return { headers: response.headers, body, errorCode };
}

/** The answer in the shape that the adapter reads; unknown members are ignored, wrong ones a `platform_error`. */
export function parseAnswer<T>(schema: z.ZodType<T>, answer: SiteAnswer, operation: string): T {
  const parsed = schema.safeParse(answer.body);
  if (!parsed.success) throw wrongShape(operation, parsed.error);
  return parsed.data;
}

/** A query string with commas left as they are, so that a hundred ids stay short. */
export function query(params: Record<string, string | number>): string {
  const pairs = Object.entries(params).map(
    ([name, value]) => `${name}=${encodeURIComponent(value).replaceAll('%2C', ',')}`,
  );
  return pairs.join('&');
}

/**
 * Runs `ask` for each item, a few at once: a merchant's site has a handful of PHP workers, and buyers need them.
 * Throws only when all that was begun has ended, so that no later call joins a read that is about to fail.
 */
export async function withConcurrency<T, R>(items: readonly T[], ask: (item: T) => Promise<R>): Promise<R[]> {
  const answers: R[] = [];
  for (let start = 0; start < items.length; start += CONCURRENCY) {
    const batch = items.slice(start, start + CONCURRENCY).map(ask);
    await Promise.allSettled(batch);
    answers.push(...(await Promise.all(batch)));
  }
  return answers;
}

const CONCURRENCY = 4;

/** A page of WooCommerce holds a hundred at most. */
export function chunksOfHundred<T>(items: readonly T[]): T[][] {
  const count = Math.ceil(items.length / 100);
  return Array.from({ length: count }, (_, index) => items.slice(index * 100, (index + 1) * 100));
}

export function nonsense(message: string): CommerceError {
  return new CommerceError('platform_error', message);
}
