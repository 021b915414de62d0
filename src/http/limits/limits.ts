import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { IdentifyAgent } from '../../agent-platforms/identify-agent.ts';
import type { Admission, Admit, RequestKind } from '../../commerce/call/rate-limits.ts';
import { WINDOW_MS } from '../../commerce/call/rate-limits.ts';
import { CommerceError } from '../../commerce/errors.ts';
import { type Endpoint, isRead } from '../../protocols/endpoint.ts';
import type { IsOpenPurchase, Purchase } from '../../protocols/purchase-of.ts';
import { readAgentName, type OpenStore } from '../requests/caller.ts';
import { createIdentifyHook } from '../requests/known-agents.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** True for repeated refusals in a window; the log records the first only. */
    unrecorded: boolean;
  }
}

/** Facts of the message, beside the headers. */
interface MessageFacts {
  /** Profile of the agent platform. */
  profileUrl?: string | undefined;
  purchase?: Purchase | undefined;
}

/** Identifies the agent at a store, and counts the request. Throws `too_many_requests`. */
export type LimitRate = (
  request: FastifyRequest,
  reply: FastifyReply,
  slug: string,
  kind: RequestKind,
  facts?: MessageFacts,
) => Promise<void>;

/** Server with the functions that all routes of stores need. */
export interface StoreRoutes {
  server: FastifyInstance;
  openStore: OpenStore;
  limit: LimitRate;
}

/** Member of the path of every route of a store. */
export interface Addressed {
  Params: { slug: string };
}

interface Limiting {
  /** Undefined: nothing is counted. */
  admit: Admit | undefined;
  identify: IdentifyAgent;
  isOpenPurchase: IsOpenPurchase;
}

/** Counts requests, and sets the RateLimit headers of draft-ietf-httpapi-ratelimit-headers. */
export function limitRate({ admit, identify, isOpenPurchase }: Limiting): LimitRate {
  const identified = createIdentifyHook(identify);
  return async (request, reply, slug, kind, { profileUrl, purchase } = {}) => {
    const lookup = slug === '' ? undefined : identified(request, slug, profileUrl);
    // Most requests prove nothing, and need no turn of the event loop.
    if (lookup) request.knownAgent = (await lookup) ?? null;
    if (!admit) return;
    const { ip: address, headers, knownAgent } = request;
    const admission = await admit({
      ...{ kind, address, agent: readAgentName(headers), slug, knownAgent: knownAgent ?? undefined },
      purchase: purchase && { id: purchase.id, isOpen: () => isOpenPurchase(slug, purchase) },
    });
    applyAdmission(request, reply, admission);
  };
}

/** A create is the most expensive kind for the shop. */
export function getEndpointKind(endpoint: Pick<Endpoint, 'rest' | 'readOnly' | 'creates'>): RequestKind {
  if (isRead(endpoint)) return 'read';
  return endpoint.creates ? 'create' : 'write';
}

/** Hook of a route; as `onRequest` it refuses before the body is read. */
export function createRouteLimit(
  kind: RequestKind,
  limit: LimitRate,
  purchaseOf: (request: FastifyRequest) => Purchase | undefined = () => undefined,
) {
  return (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { slug = '' } = request.params as { slug?: string };
    return limit(request, reply, slug, kind, { purchase: purchaseOf(request) });
  };
}

/** Sets the RateLimit headers; throws `too_many_requests` for a refusal. */
export function applyAdmission(request: FastifyRequest, reply: FastifyReply, admission: Admission): void {
  const { allowed, policy, remaining, resetSeconds } = admission;
  reply.header('ratelimit-policy', `"${policy.name}";q=${policy.quota};w=${WINDOW_MS / 1_000}`);
  reply.header('ratelimit', `"${policy.name}";r=${remaining};t=${resetSeconds}`);
  if (allowed) return;
  request.unrecorded = !admission.first;
  reply.header('retry-after', String(resetSeconds));
  const message = `That is more than ${policy.quota} requests of this kind in a minute. Try again in ${resetSeconds} seconds.`;
  throw new CommerceError('too_many_requests', message, { retryAfterSeconds: resetSeconds });
}
