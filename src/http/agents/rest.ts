import type { FastifyReply, FastifyRequest } from 'fastify';
import { readIdempotencyKey } from '../../commerce/call/idempotency-key.ts';
import { type Capability, isOn } from '../../commerce/store/capabilities.ts';
import { type Endpoint, type Incoming, isRead, type RawInput, type Reply } from '../../protocols/endpoint.ts';
import { createNotFoundError, invoke } from '../../protocols/invoke.ts';
import { getInputSchema, readLeniently } from '../../protocols/lenient-input.ts';
import { withOwnIds } from '../../protocols/own-ids.ts';
import type { Protocol } from '../../protocols/protocol.ts';
import { isMadeOfCart, type Purchase, toPurchase } from '../../protocols/purchase-of.ts';
import { type Addressed, createRouteLimit, getEndpointKind, type StoreRoutes } from '../limits/limits.ts';
import { computeEtag, sendCacheable, sendSigned, toCacheable, toText } from '../requests/answers.ts';
import { isLargeBody, readJsonObject, toComparableText } from '../requests/body.ts';
import { type OpenStore, openFor } from '../requests/caller.ts';
import { HttpError } from '../requests/error-responses.ts';
import { getSignerUrl } from '../requests/known-agents.ts';
import { describeAnswer, describeCall } from '../requests/record-calls.ts';
import { RARE_METHOD, routeOf, toTablePath } from '../requests/routes.ts';
import { toSentRequest } from '../requests/sent-request.ts';
import { refuseAmbiguousHeader } from '../requests/single-headers.ts';

/** Methods with routes of their own. HEAD comes with GET. */
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', RARE_METHOD];
const JSON_TYPE = 'application/json; charset=utf-8';

interface Params {
  slug: string;
  [member: string]: string;
}

/** Routes for each endpoint of the protocol, and 405 for the other methods of their paths. */
export function addRestRoutes(routes: StoreRoutes, protocol: Protocol): void {
  const { server, openStore } = routes;
  const methodsOf = new Map<string, { capability: Capability; allowed: string[] }>();
  for (const endpoint of protocol.endpoints) {
    const { method } = routeOf(endpoint.route);
    const handler = createHandler(endpoint, openStore);
    const limitHooks = createLimitHooks(endpoint, routes);
    for (const url of toRoutes(protocol, endpoint)) {
      server.route({ method, url, handler, ...limitHooks });
      const { allowed = [] } = methodsOf.get(url) ?? {};
      methodsOf.set(url, { capability: endpoint.capability, allowed: [...allowed, method] });
    }
  }
  for (const [url, { capability, allowed }] of methodsOf)
    refuseOtherMethods(routes, protocol, { url, allowed, capability });
}

const DOCUMENT_CACHE_SECONDS = 300;

/** Serves the documents by which clients find a store's endpoint, below its URL and at the root of its tenant hosts. */
export function addStoreDocuments(routes: StoreRoutes, protocol: Protocol): void {
  const { server, openStore, limit } = routes;
  for (const { path, type, render } of protocol.documents ?? []) {
    const url = storeRoute(protocol) + path;
    refuseOtherMethods(routes, protocol, { url, allowed: ['GET'] });
    server.get<Addressed>(url, { onRequest: createRouteLimit('read', limit) }, async (request, reply) => {
      const context = await openFor(request, request.params.slug, openStore, `GET ${path}`);
      if (!context) throw createNotFoundError();
      // A buffer: Fastify would add a charset to the types of JSON.
      const text = Buffer.from(render(context, toSentRequest(request)));
      reply.header('content-type', type);
      return sendCacheable(DOCUMENT_CACHE_SECONDS, reply, { text, etag: computeEtag(text) });
    });
  }
}

export function storeRoute({ root }: Protocol): string {
  return `${root}/:slug`;
}

function toRoutes(protocol: Protocol, { route, slashesIn }: Endpoint): string[] {
  const store = storeRoute(protocol);
  const { url } = routeOf(route, store);
  if (url === `${store}/`) return [store];
  return slashesIn === undefined ? [url] : [url, url.replace(`:${slashesIn}`, '*')];
}

/** Answers 405 with `Allow`, but 404 for an unknown store or a disabled capability. */
export function refuseOtherMethods(
  { server, openStore, limit }: StoreRoutes,
  protocol: Protocol,
  { url, allowed, capability = 'catalog' }: { url: string; allowed: string[]; capability?: Capability },
): void {
  const method = METHODS.filter((each) => !allowed.includes(each));
  const path = toTablePath(url.slice(storeRoute(protocol).length));
  server.route<Addressed>({
    method,
    url,
    onRequest: createRouteLimit('read', limit),
    handler: async (request) => {
      const context = await openFor(request, request.params.slug, openStore, `${request.method} ${path}`);
      if (!context || !isOn(context.store.switches, capability)) throw createNotFoundError();
      const allow = [...allowed, 'OPTIONS'].join(', ');
      const message = `${request.method} is not offered here: use ${allow}.`;
      throw new HttpError(405, 'method_not_allowed', message, { allow });
    },
  });
}

/** A cart that a checkout is made of is named by the body: only that is read before the limits refuse. */
function createLimitHooks(endpoint: Endpoint, { limit, refusals }: StoreRoutes) {
  const limitRequest = createRouteLimit(getEndpointKind(endpoint), limit, (request) =>
    readPurchase(endpoint, request),
  );
  if (!isMadeOfCart(endpoint)) return { onRequest: limitRequest };
  return {
    onRequest: (request: FastifyRequest, reply: FastifyReply) =>
      refusals.check(request, reply, getSlug(request)),
    preHandler: async (request: FastifyRequest, reply: FastifyReply) => {
      try {
        await limitRequest(request, reply);
      } catch (error) {
        await refusals.count(request, getSlug(request));
        throw error;
      }
    },
  };
}

function getSlug({ params }: FastifyRequest): string {
  return (params as Params).slug;
}

function readPurchase(endpoint: Endpoint, request: FastifyRequest): Purchase | undefined {
  if (!isMadeOfCart(endpoint)) return toPurchase(endpoint, readAddress(endpoint, request.params as Params));
  if (isLargeBody(request)) return undefined;
  try {
    return toPurchase(endpoint, withOwnIds(endpoint, readJsonObject(request)));
  } catch {
    return undefined;
  }
}

function createHandler(endpoint: Endpoint, openStore: OpenStore) {
  const readOnly = isRead(endpoint);
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const params = request.params as Params;
    const context = await openFor(request, params.slug, openStore, endpoint.route);
    const address = readAddress(endpoint, params);
    describeCall(request, { address, readOnly });
    const answer = await invoke(context, endpoint, buildIncoming(endpoint, request, address));
    return sendAnswer(endpoint, request, reply, answer);
  };
}

function readAddress(endpoint: Endpoint, { slug, '*': withSlashes, ...members }: Params): RawInput {
  const { slashesIn } = endpoint;
  const isWhole = slashesIn === undefined || withSlashes === undefined;
  return withOwnIds(endpoint, isWhole ? members : { [slashesIn]: withSlashes });
}

function sendAnswer({ cacheSeconds }: Endpoint, request: FastifyRequest, reply: FastifyReply, answer: Reply) {
  const { body, created, replayed, callStats, sign } = answer;
  describeAnswer(request, body, callStats);
  if (replayed) reply.header('idempotent-replayed', 'true');
  reply.code(created ? 201 : 200).header('content-type', JSON_TYPE);
  if (cacheSeconds !== undefined) return sendCacheable(cacheSeconds, reply, toCacheable(body));
  reply.header('cache-control', 'no-store');
  return sendSigned(reply, toText(answer), sign);
}

function buildIncoming(endpoint: Endpoint, request: FastifyRequest, address: RawInput): Incoming {
  return {
    transport: 'rest',
    address,
    headers: request.headers,
    meta: {},
    repairs: [],
    read: () => readInput(endpoint, request, address),
    requestText: () => toComparableText(request),
    sentRequest: () => toSentRequest(request),
    signer: getSignerUrl(request),
  };
}

function readInput(endpoint: Endpoint, request: FastifyRequest, address: RawInput): RawInput {
  refuseAmbiguousHeader(request);
  const raw = endpoint.readsBody ? readJsonObject(request) : readAddressed(request);
  const fields = readLeniently(getInputSchema(endpoint), raw, 'plain');
  const key = readIdempotencyKey(request.headers['idempotency-key']);
  return { ...withOwnIds(endpoint, fields), ...address, idempotency_key: key };
}

/** Query, and the members of a body that nothing reads, so that the answer names them. */
function readAddressed(request: FastifyRequest): RawInput {
  const query = request.query as RawInput;
  if (!(request.body instanceof Buffer)) return query;
  try {
    return { ...readJsonObject(request), ...query };
  } catch {
    return query;
  }
}
