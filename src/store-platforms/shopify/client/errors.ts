import { z } from 'zod';
import { CommerceError } from '../../../commerce/errors.ts';
import { parseShopJson } from '../../parse-shop-json.ts';
import { readShape } from '../../read-shape.ts';
import type { UpstreamResponse } from '../../transport/upstream.ts';
import type { ApiName } from './document.ts';

/** `requiredAccess`: scope that an ACCESS_DENIED names. */
export const graphqlError = z
  .object({
    message: z.string(),
    path: z.array(z.union([z.string(), z.number()])).nullish(),
    extensions: z.object({ code: z.string().nullish(), requiredAccess: z.string().nullish() }).nullish(),
  })
  .transform(({ message, path, extensions }) => ({ message, path: path ?? [], ...extensions }));

export type GraphqlError = z.output<typeof graphqlError>;

export interface Api<Name = ApiName> {
  name: Name;
  domain: string;
}

/** Statuses of a shop that Shopify has closed, with the way out for the merchant. */
const CLOSED: Readonly<Record<number, string>> = {
  402: 'is frozen: its owner must settle the Shopify bill first',
  423: 'is locked: its owner must contact Shopify to unlock it',
};

export function toFailureOfStatus(api: Api, response: UpstreamResponse): CommerceError | undefined {
  const { status } = response;
  if (status >= 200 && status < 300) return undefined;
  const closed = CLOSED[status];
  if (closed) return createUnavailableError(`The Shopify store ${api.domain} ${closed}.`);
  if (status === 401 || status === 403) return createRefusedTokenError(api);
  if (status === 404) return createNoShopError(api);
  if (status >= 300 && status < 400) return createRedirectedError(api, response);
  const message = `The store refused the request (HTTP ${status}).`;
  return new CommerceError('platform_error', message, { refused: true });
}

/** Maps errors of an answer without usable data. Only the code is passed on: Shopify's message may quote a cart's secret. */
export function toFailureOfErrors(errors: readonly GraphqlError[]): CommerceError {
  const [first] = errors;
  if (first?.code === 'ACCESS_DENIED') return createDeniedError(first);
  if (first?.code === 'SHOP_INACTIVE')
    return createUnavailableError('The Shopify store is not active at present.');
  const code = first?.code ? ` (${first.code})` : '';
  return new CommerceError('platform_error', `The store could not answer the request${code}.`);
}

export function createInvalidAnswerError(cause: unknown): CommerceError {
  const message = 'The store answered something that is not understood. Try again later.';
  return new CommerceError('platform_error', message, { cause });
}

function createRefusedTokenError({ name, domain }: Api): CommerceError {
  const message = `Shopify refuses the ${name} API access to ${domain}: a valid ${name} API token is needed.`;
  return new CommerceError('platform_error', message, { refused: true, wrong: 'key' });
}

function createNoShopError({ domain }: Api): CommerceError {
  const message = `No Shopify store answers at ${domain}: check the domain, which Shopify shows under Settings, Domains.`;
  return new CommerceError('platform_error', message, { refused: true, wrong: 'address' });
}

function createRedirectedError({ domain }: Api, { headers }: UpstreamResponse): CommerceError {
  const host = URL.parse(headers.get('location') ?? '')?.host ?? 'another address';
  const message = `${domain} sends requests on to ${host}: use the shop's myshopify.com domain instead.`;
  return new CommerceError('platform_error', message, { wrong: 'address' });
}

function createDeniedError(error: GraphqlError): CommerceError {
  const scope = error.requiredAccess?.match(/\b(?:unauthenticated_)?(?:read|write)_\w+/)?.[0];
  const missing = scope ? `the access scope ${scope}` : 'an access scope';
  const message = `The store's Shopify token lacks ${missing}: grant it in Shopify, then check again.`;
  return new CommerceError('platform_error', message, { refused: true });
}

function createUnavailableError(message: string): CommerceError {
  return new CommerceError('platform_unavailable', message, { retryAfterSeconds: 3600, refused: true });
}

const DEFAULT_WAIT_SECONDS = 2;
const MAX_BELIEVED_WAIT_SECONDS = 60;

const throttled = z.object({
  errors: z.union([
    z.string(),
    z.array(
      z.object({
        message: z.string().optional(),
        extensions: z.object({ code: z.string() }).partial().nullish(),
      }),
    ),
  ]),
  extensions: z
    .object({
      cost: z.object({
        requestedQueryCost: z.number(),
        throttleStatus: z.object({ currentlyAvailable: z.number(), restoreRate: z.number().positive() }),
      }),
    })
    .nullish()
    .catch(undefined),
});

/** Detects throttling sent as HTTP 200 with an error; returns seconds to wait, or undefined. */
export function detectThrottling(response: UpstreamResponse): number | undefined {
  if (response.status !== 200 || !/throttled/i.test(response.text)) return undefined;
  const body = readShape(throttled, parseShopJson(response.text)).data;
  if (!body || !isThrottled(body.errors)) return undefined;
  const cost = body.extensions?.cost;
  if (!cost) return DEFAULT_WAIT_SECONDS;
  const missing = cost.requestedQueryCost - cost.throttleStatus.currentlyAvailable;
  const seconds = Math.ceil(missing / cost.throttleStatus.restoreRate);
  return Math.min(MAX_BELIEVED_WAIT_SECONDS, Math.max(1, seconds));
}

function isThrottled(errors: z.output<typeof throttled>['errors']): boolean {
  if (typeof errors === 'string') return /^throttled/i.test(errors);
  return errors.some(
    ({ message, extensions }) => extensions?.code === 'THROTTLED' || /^throttled/i.test(message ?? ''),
  );
}
