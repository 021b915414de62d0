import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CommerceError } from '../commerce/errors.ts';
import { isSlug, type Store } from '../commerce/store.ts';
import { validate } from '../protocols/invoke.ts';
import type { MerchantEndpoint, MerchantReply } from '../api/merchant/endpoint.ts';
import type { Identity, MerchantContext, StoreVisit, Visit } from '../merchants/merchant-context.ts';
import { readJsonObject } from './json-body.ts';
import { isOwnPage } from './rebinding.ts';

const PREFIX = '/api/merchant';
const READS = ['GET', 'HEAD'];

export interface MerchantDoor {
  endpoints: readonly MerchantEndpoint[];
  /** Asked for at each request: it is made after the server. */
  context(): MerchantContext;
  /** Who asks, by the session's cookie or a bearer token; undefined when nobody is known by them. */
  identify(visit: Visit): Promise<Identity | undefined>;
}

/** Routes of the merchant API. No other origin may read its answers, and none may act with a browser's cookie. */
export function addMerchantRoutes(server: FastifyInstance, door: MerchantDoor): void {
  for (const endpoint of door.endpoints) {
    const [method = '', path = ''] = endpoint.rest.split(' ');
    server.route({
      method,
      url: PREFIX + path.replaceAll(/\{(\w+)\}/g, ':$1'),
      handler: async (request, reply) => send(reply, await answer(door, endpoint, request)),
    });
  }
}

async function answer(
  door: MerchantDoor,
  endpoint: MerchantEndpoint,
  request: FastifyRequest,
): Promise<MerchantReply> {
  refuseForeignOrigin(request, door.context().baseUrl());
  const visit: Visit = {
    context: door.context(),
    requestId: request.id,
    address: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    headers: request.headers,
  };
  const { slug, ...named } = request.params as Record<string, string>;
  const admitted = await admit(door, endpoint, visit, slug);
  const inPath = endpoint.access === 'store' || slug === undefined ? named : { ...named, slug };
  return endpoint.run(admitted, validate(endpoint, { ...givenIn(request), ...inPath }));
}

/** What does not belong to the account is not there, in the same words as what is not there at all. */
async function admit(
  door: MerchantDoor,
  endpoint: MerchantEndpoint,
  visit: Visit,
  slug: string | undefined,
): Promise<StoreVisit> {
  if (endpoint.access === 'anyone') return visit as StoreVisit;
  const identity = await door.identify(visit);
  if (!identity)
    throw new CommerceError('signed_out', 'Sign in first, or send a token: Authorization: Bearer ….');
  if (endpoint.access === 'account') return { ...visit, identity } as StoreVisit;
  const store = slug !== undefined && isSlug(slug) ? await visit.context.stores.find(slug) : undefined;
  if (!store || !isOwn(store, identity)) throw notYours();
  return { ...visit, identity, store };
}

/** A token for some stores opens those alone. */
function isOwn(store: Store, { account, onlyStores }: Identity): boolean {
  return store.ownerId === account.id && (onlyStores?.includes(store.id) ?? true);
}

function notYours(): CommerceError {
  return new CommerceError(
    'not_found',
    'You have no store with that slug. GET /api/merchant/stores lists your stores.',
  );
}

/** A read has its query; anything else a JSON object, or nothing where nothing is asked for. */
function givenIn(request: FastifyRequest): Record<string, unknown> {
  if (READS.includes(request.method)) return request.query as Record<string, unknown>;
  const empty = !(request.body instanceof Buffer) || request.body.length === 0;
  return empty ? {} : readJsonObject(request);
}

/**
 * Against a foreign page that acts with the merchant's cookie: browsers say where a request comes from, and what says so must
 * be ours. A script sends neither header, and has no cookie that it did not get itself.
 */
function refuseForeignOrigin(request: FastifyRequest, baseUrl: string): void {
  if (READS.includes(request.method)) return;
  const { origin, host, 'sec-fetch-site': site } = request.headers;
  const foreign =
    site === undefined ? origin !== undefined && !isOwnPage(baseUrl, origin, host) : site !== 'same-origin';
  if (foreign)
    throw new CommerceError(
      'forbidden',
      'Only the console itself may do this with a cookie. Scripts send a token.',
    );
}

function send(reply: FastifyReply, { body, stream, created, headers }: MerchantReply) {
  return reply
    .code(created ? 201 : 200)
    .headers({ 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8', ...headers })
    .send(stream ? Readable.from(stream) : JSON.stringify(body));
}
