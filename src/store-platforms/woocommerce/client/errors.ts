import { z } from 'zod';
import { CommerceError, type WrongCredential } from '../../../commerce/errors.ts';
import { readShape } from '../../read-shape.ts';
import type { UpstreamResponse } from '../../transport/upstream.ts';
import { COMING_SOON, CONNECTOR_NAMESPACE } from '../connector-wire.ts';
import { explainRefusedInFront } from './firewalls.ts';

const wordpressError = z.object({
  code: z.string(),
  message: z.string().catch(''),
  data: z.object({ status: z.int() }).optional().catch(undefined),
});

type WordPressError = z.infer<typeof wordpressError>;

export function readError(body: unknown): WordPressError | undefined {
  return readShape(wordpressError, body).data;
}

/** The shop's text is never passed on: it is HTML, may be translated, and plugins may write anything into it. */
export function toRefusedCallError(call: RefusedCall, response: UpstreamResponse, error?: WordPressError) {
  // A web page or redirect comes from something in front of WordPress or a broken site: a failure, not a refusal.
  const refused = response.status === 401 || (error !== undefined && response.status >= 400);
  const wrong = toWrongCredential(response.status, error);
  return new CommerceError('platform_error', buildMessage(call, response, error), {
    refused,
    ...(wrong ? { wrong } : {}),
  });
}

function toWrongCredential(status: number, error: WordPressError | undefined): WrongCredential | undefined {
  if (status === 401) return 'key';
  // A redirect, or no WordPress.
  return error === undefined && status >= 300 && status <= 404 && status !== 403 ? 'address' : undefined;
}

type RefusedCall = Record<'operation' | 'path', string>;

/** Error for HTTP 200 without JSON: a maintenance page, a firewall's challenge, PHP warnings, or no WordPress at all. */
export function createNotJsonError(operation: string, response: UpstreamResponse): CommerceError {
  const what = response.text.trimStart().startsWith('<') ? 'a web page' : 'something that is not JSON';
  const message = `The store answered ${operation} with ${what}. Try again later. If it stays so: is the address that of a WordPress site with pretty permalinks, not in maintenance mode, and without a firewall or PHP warnings in the way of /wp-json/?`;
  return new CommerceError('platform_error', message);
}

export function createWrongShapeError(operation: string, cause: unknown): CommerceError {
  const message = `The store's answer to ${operation} is not what WooCommerce gives. Try again later. If it stays so, a plugin may have changed it.`;
  return new CommerceError('platform_error', message, { cause });
}

/** Runs a conversion; invalid amounts and times in it are the shop's fault. */
export function requireReadable<Result>(operation: string, convert: () => Result): Result {
  try {
    return convert();
  } catch (cause) {
    if (cause instanceof RangeError) throw createWrongShapeError(operation, cause);
    throw cause;
  }
}

function buildMessage(call: RefusedCall, response: UpstreamResponse, error?: WordPressError): string {
  if (response.status >= 300 && response.status < 400) return explainRedirect(response);
  if (response.status === 401) return explainUnauthorized(error);
  if (response.status === 403)
    return error
      ? `The user of the REST key may not do this (${error.code}). The key must belong to a shop manager or an administrator.`
      : explainRefusedInFront(response);
  if (response.status === 404) return explainNotFound(call, error);
  if (error?.code === COMING_SOON) return IS_COMING_SOON;
  const code = error ? ` (${error.code})` : '';
  return `The store refused ${call.operation} with HTTP ${response.status}${code}.`;
}

const IS_COMING_SOON =
  'The shop is in "coming soon" mode, so buyers cannot check out. In WooCommerce open Settings, Site visibility, and choose Live.';

function explainRedirect({ headers }: UpstreamResponse): string {
  const target = URL.parse(headers.get('location') ?? '');
  const to = target ? ` to ${target.origin}` : '';
  return `The store's address redirects${to}. Connect it with the address at which it really answers.`;
}

function explainUnauthorized(error: WordPressError | undefined): string {
  if (error?.code !== 'woocommerce_rest_authentication_error')
    return 'The store does not accept the REST key: it is unknown there, the connector plugin is not active, or the site does not see the call as HTTPS. Activate the plugin in WordPress under Plugins, pair the shop again, or make a new key with Read/Write permission; behind a proxy that ends TLS, the site must set HTTPS=on. If it stays so, have the server (nginx, Apache, LiteSpeed, or the hosting company) pass the header Authorization to PHP.';
  const { message } = error;
  if (/write permission/i.test(message)) return explainSuspended('write', 'read');
  if (/read permission/i.test(message)) return explainSuspended('read', 'write');
  if (/secret/i.test(message)) return 'The consumer secret does not belong to the consumer key.';
  return 'The store refused the REST key. Pair the shop again, or make a new key with Read/Write permission and enter it in place of this one.';
}

/** WooCommerce gives a key that an older plugin has suspended and one without the permission the same answer. */
function explainSuspended(refused: string, permitted: string): string {
  return `The REST key may not ${refused}: it is suspended while the connector plugin is not active, or it was made to ${permitted} only. Activate the plugin in WordPress under Plugins, or enter a key with Read/Write permission.`;
}

function explainNotFound(call: RefusedCall, error: WordPressError | undefined): string {
  if (!error)
    return 'There is no WordPress REST interface at this address. Check the address, that permalinks are not "Plain", and that no plugin has renamed /wp-json: pair such a shop with the plugin.';
  if (error.code !== 'rest_no_route') return `The store does not have what was asked for (${error.code}).`;
  return call.path.startsWith(`/${CONNECTOR_NAMESPACE}/`)
    ? 'The connector plugin is not installed, not active or too old on this site. See to it in WordPress under Plugins.'
    : 'WooCommerce is not active on this site, or too old.';
}
