import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CommerceError } from '../commerce/errors.ts';
import { validate } from '../protocols/invoke.ts';
import type { AnyVisit, MerchantEndpoint, MerchantReply } from '../api/merchant/endpoint.ts';
import { admitIdentity, admitToOrganization, admitToStore } from '../merchants/access.ts';
import type { Identity, MerchantContext, Visit } from '../merchants/merchant-context.ts';
import { readOptionalJson, routeOf, visitOf } from './api-routes.ts';
import { isOwnPage } from './rebinding.ts';

const PREFIX = '/api/merchant';
const READS = ['GET', 'HEAD'];

export interface MerchantApiOptions {
  endpoints: readonly MerchantEndpoint[];
  /** Lazy, because it is created after the server. */
  context(): MerchantContext;
  /** Authenticates by session cookie or bearer token; undefined for neither. */
  identify(visit: Visit): Promise<Identity | undefined>;
}

/** Routes of the merchant API, without CORS and guarded against cross-site requests. */
export function addMerchantRoutes(server: FastifyInstance, options: MerchantApiOptions): void {
  for (const endpoint of options.endpoints) {
    server.route({
      ...routeOf(endpoint.rest, PREFIX),
      handler: async (request, reply) => send(reply, await answer(options, endpoint, request)),
    });
  }
}

async function answer(
  options: MerchantApiOptions,
  endpoint: MerchantEndpoint,
  request: FastifyRequest,
): Promise<MerchantReply> {
  refuseForeignOrigin(request, options.context().baseUrl());
  const visit = visitOf(request, options.context());
  const { slug, organization_id: organizationId, ...named } = request.params as Record<string, string>;
  const admitted = await admit(options, endpoint, visit, { slug, organizationId });
  return endpoint.run(admitted, validate(endpoint, { ...givenIn(request), ...named }));
}

interface Named {
  slug: string | undefined;
  organizationId: string | undefined;
}

/** Authenticates, finds the store or organization, and checks role and token. */
async function admit(
  options: MerchantApiOptions,
  endpoint: MerchantEndpoint,
  visit: Visit,
  { slug, organizationId }: Named,
): Promise<AnyVisit> {
  if (endpoint.access === 'anyone') return visit as AnyVisit;
  const identity = await options.identify(visit);
  if (!identity)
    throw new CommerceError('signed_out', 'Sign in first, or send a token: Authorization: Bearer ….');
  admitIdentity(identity, endpoint);
  const known = { ...visit, identity };
  if (endpoint.access === 'store') return (await admitToStore(known, slug, endpoint)) as AnyVisit;
  if (endpoint.access === 'organization')
    return (await admitToOrganization(known, organizationId, endpoint)) as AnyVisit;
  return known as AnyVisit;
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
