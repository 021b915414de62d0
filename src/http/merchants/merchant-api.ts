import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CommerceError, toForbiddenError } from '../../commerce/errors.ts';
import type { MerchantKind, MerchantLimiter } from '../../limits/merchant-limits.ts';
import { admitIdentity, admitToOrganization, admitToStore } from '../../merchant/access.ts';
import type { AnyVisit, MerchantEndpoint, MerchantReply } from '../../merchant/action.ts';
import { buildOutboundLimits, countOrRefuse } from '../../merchant/identity/login-throttle.ts';
import {
  type AccountVisit,
  type Identity,
  type MerchantContext,
  type Visit,
  visitAs,
} from '../../merchant/visit.ts';
import { paceParts } from '../../operations/call/paced.ts';
import { isRead } from '../../protocols/endpoint.ts';
import { validate } from '../../protocols/invoke.ts';
import { createMerchantAdmission, getRequestKind } from '../limits/admit-merchants.ts';
import type { LimitRate } from '../limits/limits.ts';
import { routeOf } from '../requests/routes.ts';
import { readOptionalJson, refuseNullCharacters, SMALL_BODY_BYTES, visitOf } from './api-input.ts';
import { isOwnPage } from './rebinding.ts';

const PREFIX = '/api/merchant';

export interface MerchantApiOptions {
  endpoints: readonly MerchantEndpoint[];
  /** Lazy, because it is created after the server. */
  context(): MerchantContext;
  /** Authenticates by session cookie or bearer token; undefined for neither. */
  identify(visit: Visit): Promise<Identity | undefined>;
  limiter: MerchantLimiter;
}

/** Routes of the merchant API, without CORS and guarded against cross-site requests. */
export function addMerchantRoutes(server: FastifyInstance, options: MerchantApiOptions, limit: LimitRate) {
  const admit = createAdmissionHook(options, limit);
  for (const endpoint of options.endpoints) {
    const reads = isRead(endpoint);
    server.route({
      ...routeOf(endpoint.route, PREFIX),
      ...(endpoint.access === 'anyone' ? { bodyLimit: SMALL_BODY_BYTES } : {}),
      // Before the body is read: refusing a request costs the same whatever it sends.
      async onRequest(request, reply) {
        if (!reads) refuseForeignOrigin(request, options.context().baseUrl());
        request.visit = await admit(request, reply, endpoint);
      },
      handler: async (request, reply) => {
        const fields = reads ? (request.query as Record<string, unknown>) : readOptionalJson(request);
        // The store and the organization of the path are no members of the input.
        const { slug, organization_id: _, ...members } = request.params as Record<string, string>;
        const input = validate(endpoint, refuseNullCharacters({ ...fields, ...members }));
        const visit = request.visit as AnyVisit;
        if (endpoint.outbound) await countOrRefuse(visit, buildOutboundLimits(visit));
        return send(reply, endpoint, await endpoint.run(visit, input));
      },
    });
  }
}

/** Counts, authenticates, finds the store or organization, and checks role and token. */
function createAdmissionHook({ context, identify, limiter }: MerchantApiOptions, limit: LimitRate) {
  const admission = createMerchantAdmission(limiter, limit);
  return async (request: FastifyRequest, reply: FastifyReply, endpoint: MerchantEndpoint) => {
    const visit = visitOf(request, context());
    if (endpoint.access === 'anyone') {
      await limit(request, reply, '', getRequestKind(request));
      return visit as AnyVisit;
    }
    const entering = { request, reply, kind: computeCost(endpoint, request) };
    const identity = await admission.identify(entering, () => identify(visit));
    if (!identity)
      throw new CommerceError('unauthenticated', 'Sign in first, or send a token: Authorization: Bearer ….');
    admitIdentity(identity, endpoint);
    const admitted = await admitToPlace(visitAs(visit, identity), endpoint, request);
    const organizationId = admitted.organization?.id ?? admitted.store?.organizationId;
    if (organizationId) await admission.enter('organization', organizationId, entering);
    return admitted;
  };
}

async function admitToPlace(visit: AccountVisit, endpoint: MerchantEndpoint, { params }: FastifyRequest) {
  const { slug, organization_id: organizationId } = params as Record<string, string>;
  const { access } = endpoint;
  if (access === 'store') return (await admitToStore(visit, slug, endpoint)) as AnyVisit;
  if (access !== 'organization') return visit as AnyVisit;
  return (await admitToOrganization(visit, organizationId, endpoint)) as AnyVisit;
}

/** A search through texts reads as much as a costly endpoint. */
function computeCost({ isFile, isCostly }: MerchantEndpoint, { query }: FastifyRequest): MerchantKind {
  const { format = 'json', q = '' } = query as Record<string, unknown>;
  if (isFile || format !== 'json') return 'file';
  return isCostly || q !== '' ? 'costly' : 'request';
}

/** Blocks cross-site requests by Sec-Fetch-Site or Origin. Scripts send neither header, and authenticate by token. */
function refuseForeignOrigin(request: FastifyRequest, baseUrl: string): void {
  const { origin, host, 'sec-fetch-site': site } = request.headers;
  const foreign =
    site === undefined ? origin !== undefined && !isOwnPage(baseUrl, origin, host) : site !== 'same-origin';
  if (foreign)
    throw toForbiddenError('Only the console itself may do this with a cookie. Scripts send a token.');
}

function send(reply: FastifyReply, { created }: MerchantEndpoint, answer: MerchantReply) {
  const { body, stream, isRepeated, headers } = answer;
  return reply
    .code(created && !isRepeated ? 201 : 200)
    .headers({ 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8', ...headers })
    .send(stream ? Readable.from(paceParts(stream), { highWaterMark: 1 }) : JSON.stringify(body));
}
