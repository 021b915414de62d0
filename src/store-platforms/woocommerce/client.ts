import { z } from 'zod';
import type { Caller } from '../../commerce/call/caller.ts';
import { readShape } from '../read-shape.ts';
import type { Transport } from '../transport/transport.ts';
import type { UpstreamRequest, UpstreamResponse } from '../transport/upstream.ts';
import { createNotJsonError, createWrongShapeError, readError, toRefusedCallError } from './client/errors.ts';
import { readJson } from './client/read-json.ts';
import { CONNECTOR_NAMESPACE } from './connector-wire.ts';
import type { WooCommerceCredentials } from './credentials.ts';
import { type BrokenEntry, parseEntries } from './lenient.ts';

export interface SiteCall {
  /** Path under the site's REST address, `/wp-json` but where the site says another, with its query: `/wc/v3/products?search=mug`. */
  path: string;
  /** Sent as JSON with POST; GET without a body. */
  body?: object;
  deletes?: boolean;
  /** False for a call that is not idempotent: a lost answer is then a failure. */
  repeatable?: boolean;
  anonymous?: boolean;
  cookies?: string;
  /** True to use the query form that also works with "Plain" permalinks; only for diagnosing them. */
  withoutPermalinks?: boolean;
  /** True to return WordPress's 401 and 403 to anonymous callers instead of throwing. */
  answersToGuests?: boolean;
  /** WordPress error codes to return instead of throwing. */
  answers?: readonly string[];
}

export interface SiteAnswer {
  /** Name for counts: `GET /products/{id}`, `POST /cart/create`. */
  operation: string;
  headers: Headers;
  /** Unvalidated; see `parseAnswer`. */
  body: unknown;
  /** One of the call's `answers`; undefined on success. */
  errorCode: string | undefined;
  /** Begin of the text that is printed around the JSON; empty for none. */
  extraText: string;
}

/** Makes one call to the site, for one caller. Most are idempotent: reads, and carts that are replaced under one id. */
export type Ask = (call: SiteCall) => Promise<SiteAnswer>;

const MAX_EXTRA_TEXT = 300;

export const CONNECTOR = `/${CONNECTOR_NAMESPACE}`;

export function createClient(credentials: WooCommerceCredentials, transport: Transport) {
  const send = createSender(credentials, transport);
  return (caller: Caller): Ask =>
    async (call) => {
      const { operation, response } = await send(call, caller);
      return toAnswer({ ...call, operation }, response);
    };
}

/** Headers that carry the key. Some servers keep the first one from PHP; the plugin reads the second one as well. */
type KeyHeader = 'authorization' | 'x-ucp-authorization';

/** Returns a function that calls one site. A call with a key that the site does not see is repeated with the other header. */
export function createSender(credentials: WooCommerceCredentials, transport: Transport, anyStatus = false) {
  const writeRequest = createRequester(credentials);
  let keyHeader: KeyHeader = 'authorization';
  return async (call: SiteCall, caller: Caller) => {
    const request = writeRequest(call, caller, keyHeader);
    const { operation } = request;
    const response = await transport({ ...request, anyStatus });
    if (call.anonymous || !isKeyUnseen(response)) return { operation, response };
    const other = keyHeader === 'authorization' ? 'x-ucp-authorization' : 'authorization';
    const answer = await transport({ ...writeRequest(call, caller, other), anyStatus, shared: false });
    if (isKeyUnseen(answer)) return { operation, response };
    keyHeader = other;
    return { operation, response: answer };
  };
}

/** WordPress takes a call whose key it does not see for a guest's; nothing has been done then. */
function isKeyUnseen({ status, text }: UpstreamResponse): boolean {
  return status === 401 && readError(readJson(text).body)?.code !== 'woocommerce_rest_authentication_error';
}

function getMethod({ body, deletes }: SiteCall) {
  if (deletes) return 'DELETE';
  return body ? 'POST' : 'GET';
}

/** Returns a function that writes requests to one site. The key is sent over https or loopback alone, as the credentials require. */
function createRequester({ url, restUrl, consumerKey, consumerSecret }: WooCommerceCredentials) {
  const keys = Buffer.from(`${consumerKey}:${consumerSecret}`).toString('base64');
  const root = restUrl ?? `${url}/wp-json`;
  return (call: SiteCall, caller: Caller, keyHeader: KeyHeader): UpstreamRequest => {
    const { path, body, repeatable = true, anonymous, cookies, withoutPermalinks } = call;
    const method = getMethod(call);
    const byQuery = `${url}/?rest_route=${encodeURIComponent(path)}`;
    return {
      operation: `${method} ${toRoute(path)}`,
      method,
      url: withoutPermalinks ? byQuery : root + path,
      headers: {
        accept: 'application/json',
        'user-agent': 'ucp-host',
        'x-request-id': caller.requestId,
        ...(anonymous ? {} : { [keyHeader]: `Basic ${keys}` }),
        ...(cookies === undefined ? {} : { cookie: cookies }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      repeatable,
      shared: method === 'GET' && !caller.fresh,
      caller,
    };
  };
}

/** `/products/{id}` of `/wc/v3/products/42?_fields=id`. */
function toRoute(path: string): string {
  const [place = ''] = path.split('?', 1);
  return place.replace(/^\/wc[\w-]*(\/store)?\/v\d/, '$1').replaceAll(/\/\d+/g, '/{id}');
}

function toAnswer(call: SiteCall & { operation: string }, upstream: UpstreamResponse): SiteAnswer {
  const { operation } = call;
  const { body, before, after } = readJson(upstream.text);
  const extraText = (before.trim() || after.trim()).slice(0, MAX_EXTRA_TEXT);
  // PHP output before the headers turns every status into 200.
  const status = (extraText && readError(body)?.data?.status) || upstream.status;
  const response = { ...upstream, status };
  if (response.status >= 200 && response.status < 300) {
    if (body === undefined) throw createNotJsonError(operation, response);
    return { operation, headers: response.headers, body, errorCode: undefined, extraText };
  }
  const error = readError(body);
  const errorCode = error?.code;
  const isGuestsRefusal = call.answersToGuests && (response.status === 401 || response.status === 403);
  if (errorCode === undefined || !(isGuestsRefusal || call.answers?.includes(errorCode)))
    throw toRefusedCallError(call, response, error);
  return { operation, headers: response.headers, body, errorCode, extraText };
}

/** Validates the answer; unknown members are ignored, wrong ones throw `platform_error`. */
export function parseAnswer<T>(schema: z.ZodType<T>, { operation, body }: SiteAnswer): T {
  const parsed = readShape(schema, body);
  if (!parsed.success) throw createWrongShapeError(operation, parsed.error);
  return parsed.data;
}

/** A site has a handful of PHP workers. Rejects only when all begun calls have ended, so that no call joins a failing read. */
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

/** Splits by WooCommerce's maximum page size. */
export function chunkByHundred<T>(items: readonly T[]): T[][] {
  const count = Math.ceil(items.length / 100);
  return Array.from({ length: count }, (_, index) => items.slice(index * 100, (index + 1) * 100));
}

export const CORE = '/wc/v3';

export type Params = Record<string, string | number>;

/** Asks core for the fields of a schema, and for no others. */
export function askCore(
  ask: Ask,
  path: string,
  { shape }: z.ZodObject,
  params: Params = {},
  answers: readonly string[] = [],
): Promise<SiteAnswer> {
  // Literal commas keep a hundred ids short.
  const query = Object.entries({ ...params, _fields: Object.keys(shape).join(',') })
    .map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll('%2C', ',')}`)
    .join('&');
  return ask({ path: `${CORE}${path}?${query}`, answers });
}

/** Reads a list of core. Unreadable entries are left out; a list of nothing else is an error. */
export async function readList<Entry extends z.ZodObject>(
  ask: Ask,
  path: string,
  entry: Entry,
  params: Params,
): Promise<{ entries: z.output<Entry>[]; broken: BrokenEntry[]; answer: SiteAnswer }> {
  const answer = await askCore(ask, path, entry, params);
  const { read, broken } = parseEntries(entry, readEntries(answer));
  const [first] = broken;
  if (first && read.length === 0) throw createWrongShapeError(answer.operation, first.error);
  return { entries: read, broken, answer };
}

/** An object where PHP's array has a gap. */
const entryList = z.array(z.unknown()).or(z.record(z.string().regex(/^\d+$/), z.unknown()));

export function readEntries(answer: SiteAnswer): unknown[] {
  return Object.values(parseAnswer(entryList, answer));
}
