import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyHttpOptions, FastifyInstance } from 'fastify';
import { networkOf } from '../commerce/network.ts';
import type { IsProxy } from './proxies.ts';

/** How long, and with how many at once, this service bears with clients that are slow, silent or many. Milliseconds. */
export interface ConnectionLimits {
  /** From a connection's opening, or its last answer's successor, until all headers are there; else 408. */
  headersMs: number;
  /** Until the whole request is there; else 408. */
  requestMs: number;
  /** How often these two are looked after: so much longer may either take. */
  checkEveryMs: number;
  /** A connection on which nothing is under way is kept so long for the next request. */
  idleMs: number;
  /** Nothing has come or gone for so long, also while an answer waits to be read. Longer than any answer is made. */
  stalledMs: number;
  /** Of this process; above it connections are refused. */
  connections: number;
  /** Of one address (IPv6: /64) to this process; proxies that are trusted are not counted. */
  connectionsPerAddress: number;
}

/** Load balancers keep idle connections for 60 seconds: this side is to be the more patient one. */
const USUAL: ConnectionLimits = {
  headersMs: 15_000,
  requestMs: 60_000,
  checkEveryMs: 2_000,
  idleMs: 72_000,
  stalledMs: 300_000,
  connections: 20_000,
  connectionsPerAddress: 500,
};

/** Who may ask more often, by this factor, may also come with more connections; 0: with any number. */
export function connectionLimitsFor(rateLimit: number): ConnectionLimits {
  const most = rateLimit === 0 ? Number.POSITIVE_INFINITY : USUAL.connectionsPerAddress * rateLimit;
  return { ...USUAL, connectionsPerAddress: Math.ceil(most) };
}

export function connectionLimitOptions(connectionLimits: ConnectionLimits) {
  return {
    http: {
      headersTimeout: connectionLimits.headersMs,
      connectionsCheckingInterval: connectionLimits.checkEveryMs,
    },
    requestTimeout: connectionLimits.requestMs,
    keepAliveTimeout: connectionLimits.idleMs,
    connectionTimeout: connectionLimits.stalledMs,
  } satisfies FastifyHttpOptions<Server>;
}

/** Whoever holds too many connections gets no more of them: those that it has go on. */
export function limitConnections(
  { server }: FastifyInstance,
  connectionLimits: ConnectionLimits,
  isProxy: IsProxy,
): void {
  const open = new Map<string, number>();
  server.maxConnections = connectionLimits.connections;
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined || isProxy(remoteAddress, 0)) return;
    const network = networkOf(remoteAddress);
    const count = open.get(network) ?? 0;
    if (count >= connectionLimits.connectionsPerAddress) {
      socket.destroy();
      return;
    }
    open.set(network, count + 1);
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left > 0) open.set(network, left);
      else open.delete(network);
    });
  });
}
