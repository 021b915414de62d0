import type { FastifyReply, FastifyRequest } from 'fastify';
import { CommerceError } from '../commerce/errors.ts';
import type { Admission, Admit, RatePolicy, RequestKind } from '../commerce/rate-limits.ts';
import { WINDOW_MS } from '../commerce/rate-limits.ts';
import type { Endpoint } from '../protocols/endpoint.ts';
import { agentOf } from './caller.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** One refusal of many: the log has the first of them. */
    unrecorded: boolean;
  }
}

/** Throws `too_many_requests`, at once or later; most often there is nothing to wait for. */
export type LimitRate = (
  request: FastifyRequest,
  reply: FastifyReply,
  slug: string,
  kind: RequestKind,
) => Promise<void> | undefined;

/** Counts requests where `admit` is given; every answer then says what is left, in the words of the IETF's RateLimit fields. */
export function limitRate(admit: Admit | undefined): LimitRate {
  if (!admit) return () => undefined;
  return (request, reply, slug, kind) => {
    const admission = admit({ kind, address: request.ip, agent: agentOf(request.headers), slug });
    if (admission instanceof Promise) return admission.then((decided) => tell(request, reply, decided));
    tell(request, reply, admission);
    return undefined;
  };
}

const PATTERN_OF_CREATES = /^POST \/[\w-]+$/;

/** To post to a collection makes something new, for which the shop is asked most. */
export function kindOf({ rest, readOnly }: Pick<Endpoint, 'rest' | 'readOnly'>): RequestKind {
  if (readOnly || rest.startsWith('GET ')) return 'read';
  return PATTERN_OF_CREATES.test(rest) ? 'create' : 'write';
}

/** A route's `onRequest`: whoever is refused, is so before the body is read. */
export function limitedAs(kind: RequestKind, limit: LimitRate) {
  return (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void => {
    try {
      const { slug = '' } = request.params as { slug?: string };
      const waiting = limit(request, reply, slug, kind);
      if (waiting) waiting.then(() => done(), done);
      else done();
    } catch (error) {
      done(error as Error);
    }
  };
}

const policyTexts = new WeakMap<RatePolicy, string>();

function policyText(policy: RatePolicy): string {
  const known = policyTexts.get(policy);
  if (known !== undefined) return known;
  const text = `"${policy.name}";q=${policy.quota};w=${WINDOW_MS / 1_000}`;
  policyTexts.set(policy, text);
  return text;
}

function tell(request: FastifyRequest, reply: FastifyReply, admission: Admission): void {
  const { allowed, policy, remaining, resetSeconds } = admission;
  reply.header('ratelimit-policy', policyText(policy));
  reply.header('ratelimit', `"${policy.name}";r=${remaining};t=${resetSeconds}`);
  if (allowed) return;
  request.unrecorded = !admission.first;
  reply.header('retry-after', String(resetSeconds));
  const message = `That is more than ${policy.quota} requests of this kind in a minute. Try again in ${resetSeconds} seconds.`;
  throw new CommerceError('too_many_requests', message, { retryAfterSeconds: resetSeconds });
}
