import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { type Caller, createCallLog } from '../../commerce/call/caller.ts';
import { toAgentName } from '../../commerce/policy/agents.ts';
import { timeZoneOf } from '../../commerce/store/store.ts';
import type { StoreContext } from '../../operations/call/store-context.ts';
import type { OpenedCall } from '../../request-log/agent-call.ts';
import { getAgentOfBody } from './known-agents.ts';

/** Opens a store's context by slug; undefined for an unknown store. */
export type OpenStore = (slug: string, caller: Caller) => Promise<Opened>;
type Opened = StoreContext | undefined;

const SANE_REQUEST_ID = /^[\w.:-]{1,128}$/;

/** Returns the agent's request id, so that both sides' logs correlate, unless it could break a log line. */
export function requestIdOf(message: IncomingMessage): string {
  const header = message.headers['x-request-id'] ?? message.headers['request-id'];
  return typeof header === 'string' && SANE_REQUEST_ID.test(header) ? header : randomUUID();
}

/** Opens the store and starts the call's record. `endpoint` as in the API's table. */
export async function openFor(
  request: FastifyRequest,
  slug: string,
  openStore: OpenStore,
  endpoint: string,
  { transport = 'rest', agent }: { transport?: OpenedCall['transport']; agent?: string | undefined } = {},
): Promise<Opened> {
  const { startedAt } = request;
  const deadline = readDeadline(request.headers.prefer, startedAt);
  const callLog = createCallLog();
  const knownAgent = getAgentOfBody(request);
  const caller: Caller = {
    requestId: request.id,
    buyerIp: request.ip,
    agent: knownAgent?.name ?? agent ?? readAgentName(request.headers),
    gone: createDisconnectSignal(request.raw.socket),
    log: callLog,
    ...(knownAgent ? { verified: { by: knownAgent.by, as: knownAgent.as } } : {}),
    ...(deadline === undefined ? {} : { deadline }),
  };
  const context = await openStore(slug, caller);
  if (!context) return undefined;
  const { store } = context;
  request.storePlatform = store.platform;
  const at = { storeId: store.id, timeZone: timeZoneOf(store), at: context.now() };
  request.openedCall = { ...at, startedAt, transport, endpoint, caller, callLog };
  return context;
}

const signals = new WeakMap<Socket, AbortSignal>();

/** A closure of the socket alone: the log keeps callers, which must not keep their requests. */
function createDisconnectSignal(socket: Socket): () => AbortSignal {
  return () => {
    const cached = signals.get(socket);
    if (cached) return cached;
    const gone = new AbortController();
    if (socket.destroyed) gone.abort();
    else socket.once('close', () => gone.abort());
    signals.set(socket, gone.signal);
    return gone.signal;
  };
}

const WAIT = /(?:^|[,;])\s*wait\s*=\s*"?(\d{1,5})\b/i;

/** Deadline of the `wait` preference, which is in seconds (RFC 7240). */
function readDeadline(prefer: string | string[] | undefined, startedAt: number): number | undefined {
  if (prefer === undefined) return undefined;
  const seconds = WAIT.exec(String(prefer))?.[1];
  return seconds === undefined ? undefined : startedAt + Number(seconds) * 1_000;
}

export function readAgentName(headers: IncomingMessage['headers']): string {
  const { 'ucp-agent': ucpAgent, 'user-agent': userAgent } = headers;
  return toAgentName({ ucpAgent: typeof ucpAgent === 'string' ? ucpAgent : undefined, userAgent });
}
