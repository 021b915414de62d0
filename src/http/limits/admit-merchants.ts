import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CommerceError } from '../../commerce/errors.ts';
import type { MerchantKind, MerchantLimiter, Party } from '../../limits/merchant-limits.ts';
import { applyAdmission, type LimitRate } from './limits.ts';

type Entering = { request: FastifyRequest; reply: FastifyReply; kind: MerchantKind };

const MAX_SEEN = 20_000;
/** Rest of a place after a costly request, as a multiple of its duration. */
const REST_FACTOR = 2;
const MAX_REST_MS = 250;

/** Admits signed-in requests within the limits of their account and organization. */
export function createMerchantAdmission(limiter: MerchantLimiter, limit: LimitRate) {
  /** Accounts by credential: the limits of a known one are asked before the database is. */
  const seen = new Map<string, string>();

  async function enter(party: Party, id: string, { request, reply, kind }: Entering): Promise<void> {
    const admission = await limiter.count(party, id, kind);
    if (admission) applyAdmission(request, reply, admission);
    // A line of its own first: requests that wait there take no place of other requests.
    if (kind !== 'request') leaveAtEnd(reply, await limiter.enter(party, id, kind), REST_FACTOR);
    leaveAtEnd(reply, await limiter.enter(party, id, 'request'), 0);
  }

  /** Identifies a request. Counts it by its address unless its credential has been found before. */
  async function identify<Identity extends { account: { id: string } }>(
    entering: Entering,
    find: () => Promise<Identity | undefined>,
  ): Promise<Identity | undefined> {
    const { request, reply } = entering;
    const { authorization = '', cookie = '' } = request.headers;
    const credential = hash('sha256', `${authorization}\n${cookie}`, 'base64url');
    const accountId = seen.get(credential);
    if (accountId === undefined) await limit(request, reply, '', getRequestKind(request));
    else await enter('account', accountId, entering);
    const identity = await find();
    if (!identity) seen.delete(credential);
    else if (accountId === undefined) {
      await enter('account', identity.account.id, entering);
      if (seen.size >= MAX_SEEN) seen.clear();
      seen.set(credential, identity.account.id);
    }
    return identity;
  }

  return { enter, identify };
}

/**
 * Keeps a place until the answer is sent or the client is gone, and `rest` times as long again. Throws for a client that went while
 * it waited: nothing is begun for it.
 */
function leaveAtEnd({ raw }: FastifyReply, leave: () => void, rest: number): void {
  const enteredAt = performance.now();
  if (raw.closed) {
    leave();
    throw new CommerceError('busy', 'The client closed the connection while its request waited.');
  }
  raw.once('close', () => {
    const restMs = Math.min(MAX_REST_MS, rest * (performance.now() - enteredAt));
    if (restMs === 0) leave();
    else setTimeout(leave, restMs).unref();
  });
}

/** Kind of a request without a session, by the quotas that agents have. */
export function getRequestKind({ method }: Pick<FastifyRequest, 'method'>): 'read' | 'write' {
  return method === 'GET' || method === 'HEAD' ? 'read' : 'write';
}
