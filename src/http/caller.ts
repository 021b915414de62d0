import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { StoreContext } from '../operations/store-context.ts';
import type { Caller } from '../platforms/store-platform.ts';

/** Finds a store by its slug, with what its operations work with; undefined when there is none. */
export type OpenStore = (slug: string, caller: Caller) => Promise<StoreContext | undefined>;

const SANE_REQUEST_ID = /^[\w.:-]{1,128}$/;

/** An id that the agent sent is kept, so that its logs and ours meet, as long as it cannot break a log line. */
export function requestIdOf(message: IncomingMessage): string {
  const sent = message.headers['x-request-id'] ?? message.headers['request-id'];
  return typeof sent === 'string' && SANE_REQUEST_ID.test(sent) ? sent : randomUUID();
}

export function callerOf(request: FastifyRequest): Caller {
  return { requestId: request.id, buyerIp: request.ip };
}
