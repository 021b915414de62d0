import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { IdentifyAgent } from '../../agent-platforms/identify-agent.ts';
import { toTooManyRequestsError } from '../../commerce/errors.ts';
import type { Admit, CountedKind, RequestKind } from '../../limits/agent-limits.ts';
import { type Admission, WINDOW_MS } from '../../limits/rate-counters.ts';
import { type Endpoint, isRead } from '../../protocols/endpoint.ts';
import type { IsOpenPurchase, Purchase } from '../../protocols/purchase-of.ts';
import { type OpenStore, readAgentName } from '../requests/caller.ts';
import { identifyRequest } from '../requests/known-agents.ts';

/** Facts of the message, beside the headers. */
interface MessageFacts {
  profileUrl?: string | undefined;
  readPurchase?: () => Purchase | undefined;
}

export interface Limiting {
  /** Undefined: nothing is counted. */
  admit: Admit | undefined;
  identifyAgent: IdentifyAgent;
  isOpenPurchase: IsOpenPurchase;
}

export type Limits = ReturnType<typeof createLimits>;
export type LimitRate = Limits['limit'];
export type RefusalLimit = Limits['refusals'];

export interface StoreRoutes extends Limits {
  server: FastifyInstance;
  openStore: OpenStore;
}

export interface Addressed {
  Params: { slug: string };
}

/** Counts requests, and sets the RateLimit headers of draft-ietf-httpapi-ratelimit-headers. A slug is empty for no store. */
export function createLimits({ admit, identifyAgent, isOpenPurchase }: Limiting) {
  return {
    /** Identifies the agent at a store, and counts the request. Throws `too_many_requests`. */
    async limit(
      request: FastifyRequest,
      reply: FastifyReply,
      slug: string,
      kind: RequestKind,
      { profileUrl, readPurchase }: MessageFacts = {},
    ): Promise<void> {
      const lookup = slug === '' ? undefined : identifyRequest(identifyAgent, request, slug, profileUrl);
      // Most requests prove nothing, and need no turn of the event loop.
      if (lookup) request.knownAgent = (await lookup) ?? null;
      if (!admit) return;
      const readAsked = () => {
        const purchase = readPurchase?.();
        return purchase && { id: purchase.id, isOpen: () => isOpenPurchase(slug, purchase) };
      };
      const asking = { ...toAsking(request, slug, kind), readPurchase: readAsked };
      applyAdmission(request, reply, await admit(asking));
    },

    /** Bounds the work on messages whose kind or signature is known only once they are read. */
    refusals: {
      /** Throws `too_many_requests` before the body is read when too many messages were refused after reading. */
      async check(request: FastifyRequest, reply: FastifyReply, slug: string): Promise<void> {
        const ask = () => admit?.({ ...toAsking(request, slug, 'refused'), isUncounted: true });
        let admission = await ask();
        if (admission?.allowed === false && slug !== '') {
          // A verified agent is not refused for others at its address.
          request.knownAgent = (await identifyRequest(identifyAgent, request, slug)) ?? null;
          if (request.knownAgent) admission = await ask();
        }
        if (admission?.allowed === false) applyAdmission(request, reply, admission);
      },

      async count(request: FastifyRequest, slug: string): Promise<void> {
        await admit?.(toAsking(request, slug, 'refused'));
      },
    },
  };
}

function toAsking({ ip: address, headers, knownAgent }: FastifyRequest, slug: string, kind: CountedKind) {
  return { kind, address, agent: readAgentName(headers), slug, knownAgent: knownAgent ?? undefined };
}

/** A create is the most expensive kind for the shop. */
export function getEndpointKind(endpoint: Pick<Endpoint, 'route' | 'readOnly' | 'creates'>): RequestKind {
  if (isRead(endpoint)) return 'read';
  return endpoint.creates ? 'create' : 'write';
}

/** Hook of a route; as `onRequest` it refuses before the body is read. */
export function createRouteLimit(
  kind: RequestKind,
  limit: LimitRate,
  readPurchase: (request: FastifyRequest) => Purchase | undefined = () => undefined,
) {
  return (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { slug = '' } = request.params as { slug?: string };
    return limit(request, reply, slug, kind, { readPurchase: () => readPurchase(request) });
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
  throw toTooManyRequestsError(message, resetSeconds);
}
