import { isIP } from 'node:net';
import { z } from 'zod';
import type { Caller } from '../../commerce/call/caller.ts';
import { parseShopJson } from '../parse-shop-json.ts';
import { readPart, readShape } from '../read-shape.ts';
import type { Transport } from '../transport/transport.ts';
import type { UpstreamResponse } from '../transport/upstream.ts';
import { createClientTokens } from './client/admin-tokens.ts';
import type { ApiName, Document } from './client/document.ts';
import {
  type Api,
  createInvalidAnswerError,
  detectThrottling,
  type GraphqlError,
  graphqlError,
  toFailureOfErrors,
  toFailureOfStatus,
} from './client/errors.ts';
import { type ShopifyCredentials, toOrigin } from './credentials.ts';

/** API version of both APIs, for which every document is validated. */
export const API_VERSION = '2026-07';

interface GraphqlApi<Name = ApiName> extends Api<Name> {
  url: string;
  headers(caller: Caller): Record<string, string> | Promise<Record<string, string>>;
  /** Called with headers that got a 401; returns true when fresh headers are worth one retry. */
  refused?(headers: Record<string, string>): boolean;
}

/** Partial answer: data may come beside errors. Undefined when unusable. */
export interface Answer<Data> {
  data: Data | undefined;
  errors: GraphqlError[];
  /** Names the API version that answered: unsupported ones fall forward silently. */
  headers: Headers;
}

/** Asks one GraphQL API for one caller. Throws when the shop refuses, is unavailable, or returns no GraphQL. */
export type Ask<Api extends ApiName> = <Variables, Schema extends z.ZodType>(
  document: Document<Api, Variables, Schema>,
  variables: NoInfer<Variables>,
) => Promise<Answer<z.output<Schema>>>;

function createGraphqlClient<Api extends ApiName>(
  api: GraphqlApi<Api>,
  transport: Transport,
  caller: Caller,
): Ask<Api> {
  return async ({ name: operationName, text: query, effect, answer }, variables) => {
    const common = {
      'content-type': 'application/json',
      accept: query.includes('@defer') ? DEFERRED_ANSWER : 'application/json',
      'x-request-id': caller.requestId,
    };
    const send = (access: Record<string, string>) =>
      transport({
        operation: operationName,
        method: 'POST',
        url: api.url,
        headers: { ...common, ...access },
        body: JSON.stringify({ query, operationName, variables }),
        repeatable: effect !== 'write',
        shared: effect === 'read' && !caller.fresh,
        throttledFor: detectThrottling,
        caller,
      });
    const access = await api.headers(caller);
    let response = await send(access);
    // A request refused with 401 was not executed, so even a write may be retried.
    if (response.status === 401 && api.refused?.(access)) response = await send(await api.headers(caller));
    const refusal = toFailureOfStatus(api, response);
    if (refusal) throw refusal;
    return readAnswer(response, answer);
  };
}

export function unwrapData<Data>({ data, errors }: Answer<Data>, tolerates = isNulledField): Data {
  const grave = errors.filter((error) => !tolerates(error));
  if (data === undefined || grave.length > 0) throw toFailureOfErrors(grave);
  return data;
}

/** True when a non-nullable field was null and removed its parent: a variant whose product was unpublished. */
export function isNulledField({ message }: GraphqlError): boolean {
  return message.startsWith('Cannot return null for non-nullable');
}

const envelope = z.object({ data: z.unknown().optional(), errors: z.array(graphqlError).default([]) });

function readAnswer<Schema extends z.ZodType>(response: UpstreamResponse, schema: Schema) {
  const body = readShape(envelope, parseWhole(response));
  if (!body.success) throw createInvalidAnswerError(body.error);
  const { errors } = body.data;
  const data = readPart(schema, body.data.data);
  if (!data.success && errors.length === 0) throw createInvalidAnswerError(data.error);
  return { data: data.data, errors, headers: response.headers };
}

export type Storefront = Ask<'Storefront'>;

export function createStorefrontApi(credentials: ShopifyCredentials, transport: Transport) {
  const { domain } = credentials;
  const api: GraphqlApi<'Storefront'> = {
    name: 'Storefront',
    domain,
    url: `${toOrigin(domain)}/api/${API_VERSION}/graphql.json`,
    headers: ({ buyerIp }) => buildStorefrontHeaders(credentials, buyerIp),
  };
  return (caller: Caller): Storefront => createGraphqlClient(api, transport, caller);
}

/** A private token is for servers: Shopify counts its requests by the buyer's IP. */
function buildStorefrontHeaders(credentials: ShopifyCredentials, buyerIp = ''): Record<string, string> {
  const { storefrontPrivateToken, storefrontPublicToken } = credentials;
  if (storefrontPrivateToken !== undefined) {
    const buyer = isIP(buyerIp) === 0 ? {} : { 'shopify-storefront-buyer-ip': buyerIp };
    return { 'shopify-storefront-private-token': storefrontPrivateToken, ...buyer };
  }
  return storefrontPublicToken === undefined
    ? {}
    : { 'x-shopify-storefront-access-token': storefrontPublicToken };
}

const ADMIN_TOKEN = 'x-shopify-access-token';

export type Admin = Ask<'Admin'>;

export function createAdminApi(credentials: ShopifyCredentials, transport: Transport) {
  const { domain, adminToken, clientId, clientSecret } = credentials;
  const isApp = clientId !== undefined && clientSecret !== undefined;
  if (!isApp && adminToken === undefined) return undefined;
  const tokens = isApp
    ? createClientTokens({ domain, clientId, clientSecret }, transport)
    : { getCurrent: async () => adminToken ?? '', discardRefused: () => false };
  const api: GraphqlApi<'Admin'> = {
    name: 'Admin',
    domain,
    url: `${toOrigin(domain)}/admin/api/${API_VERSION}/graphql.json`,
    headers: async (caller) => ({ [ADMIN_TOKEN]: await tokens.getCurrent(caller) }),
    refused: (headers) => tokens.discardRefused(headers[ADMIN_TOKEN] ?? ''),
  };
  return (caller: Caller): Admin => createGraphqlClient(api, transport, caller);
}

/** Accepts answers in parts, as in the draft of `@defer` that Shopify follows. */
const DEFERRED_ANSWER = 'multipart/mixed; deferSpec=20220824, application/json';

const laterPart = z.object({
  incremental: z.array(
    z.object({
      path: z.array(z.union([z.string(), z.number()])),
      data: z.record(z.string(), z.unknown()).nullish(),
      errors: z.array(z.unknown()).default([]),
    }),
  ),
});

/** Parses an answer, and joins its parts. Parts that did not come in time, or failed, are missing from the data. */
function parseWhole({ headers, text }: UpstreamResponse): unknown {
  const type = headers.get('content-type') ?? '';
  const boundary = /^multipart\/mixed;.*boundary="?([\w-]{1,70})/i.exec(type)?.[1];
  if (boundary === undefined) return parseShopJson(text);
  const [whole, ...later] = splitParts(text, boundary);
  const patches = later.flatMap((part) => readShape(laterPart, part).data?.incremental ?? []);
  for (const { path, data, errors } of patches)
    if (errors.length === 0) Object.assign(getMember(whole, ['data', ...path]), data);
  return whole;
}

/** Far above the fragments of our documents; 2 MB have room for many more empty ones. */
const MAX_PARTS = 100;

/** No JSON holds a line break, so a boundary at the beginning of a line is one. */
function splitParts(text: string, boundary: string): object[] {
  return `\n${text}`.split(`\n--${boundary}`, MAX_PARTS).flatMap((part) => {
    const json = parseShopJson(part.slice(part.indexOf('{')));
    return typeof json === 'object' && json !== null ? [json] : [];
  });
}

/** Returns an object that is in no answer where there is none at the path. */
function getMember(whole: unknown, path: readonly (string | number)[]): object {
  let at = whole;
  for (const key of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return {};
    at = (at as Record<string | number, unknown>)[key];
  }
  return typeof at === 'object' && at !== null ? at : {};
}
