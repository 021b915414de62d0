import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CommerceError } from '../commerce/errors.ts';
import { isSlug, type Store } from '../commerce/store.ts';
import { validate } from '../protocols/invoke.ts';
import type { MerchantEndpoint, MerchantReply } from '../api/merchant/endpoint.ts';
import type { Identity, MerchantContext, StoreVisit, Visit } from '../merchants/merchant-context.ts';
import { readOptionalJson, routeOf, visitOf } from './api-routes.ts';
import { isOwnPage } from './rebinding.ts';

const PREFIX = '/api/merchant';
const READS = ['GET', 'HEAD'];

export interface MerchantDoor {
  endpoints: readonly MerchantEndpoint[];
  /** Lazy, because it is created after the server. */
  context(): MerchantContext;
  /** Authenticates by session cookie or bearer token; undefined for neither. */
  identify(visit: Visit): Promise<Identity | undefined>;
}

/** Routes of the merchant API, without CORS and guarded against cross-site requests. */
export function addMerchantRoutes(server: FastifyInstance, door: MerchantDoor): void {
  for (const endpoint of door.endpoints) {
    server.route({
      ...routeOf(endpoint.rest, PREFIX),
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
  const visit = visitOf(request, door.context());
  const { slug, ...named } = request.params as Record<string, string>;
  const admitted = await admit(door, endpoint, visit, slug);
  const inPath = endpoint.access === 'store' || slug === undefined ? named : { ...named, slug };
  return endpoint.run(admitted, validate(endpoint, { ...givenIn(request), ...inPath }));
}

/** Authenticates and finds the store. Another account's store gets the same error as an unknown one. */
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

/** A token limited to some stores opens only those. */
function isOwn(store: Store, { account, onlyStores }: Identity): boolean {
  return store.ownerId === account.id && (onlyStores?.includes(store.id) ?? true);
}

function notYours(): CommerceError {
  return new CommerceError(
    'not_found',
    'You have no store with that slug. GET /api/merchant/stores lists your stores.',
  );
}

/** Query of a read, else the JSON body, which may be empty. */
function givenIn(request: FastifyRequest): Record<string, unknown> {
  const isRead = READS.includes(request.method);
  return isRead ? (request.query as Record<string, unknown>) : readOptionalJson(request);
}

/** Blocks cross-site requests by Sec-Fetch-Site or Origin. Scripts send neither header, and authenticate by token. */
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
