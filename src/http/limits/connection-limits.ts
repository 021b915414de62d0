import { createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyHttpOptions, FastifyInstance } from 'fastify';
import { toNetwork } from '../../commerce/network/network.ts';
import { createCounts } from '../../limits/window-counts.ts';
import type { TenantHostDirectory } from '../hosts/tenant-hosts.ts';
import type { IsProxy } from './proxies.ts';

/** Connection limits and timeouts of the HTTP server, in milliseconds. */
export interface ConnectionLimits {
  /** Timeout until all headers are received; then 408. */
  headersMs: number;
  /** Timeout until the whole request is received; then 408. */
  requestMs: number;
  /** Interval at which both timeouts are checked, by which either may be exceeded. */
  checkEveryMs: number;
  /** Keep-alive timeout of an idle connection. */
  idleMs: number;
  /** Timeout without any traffic, also while a response waits to be read. Must exceed the slowest response. */
  stalledMs: number;
  /** Maximum of this process; further connections are refused. */
  connections: number;
  /** Maximum per client address (IPv6: /64); trusted proxies are not counted. */
  connectionsPerAddress: number;
}

/** Idle timeout above the 60 seconds of common load balancers, so that they close first. */
const DEFAULTS: ConnectionLimits = {
  headersMs: 15_000,
  requestMs: 60_000,
  checkEveryMs: 2_000,
  idleMs: 72_000,
  stalledMs: 300_000,
  connections: 20_000,
  connectionsPerAddress: 500,
};

/** Scales the limit per address with the rate limit's factor; 0 removes it. */
export function computeConnectionLimits(rateLimit: number): ConnectionLimits {
  const limit = rateLimit === 0 ? Number.POSITIVE_INFINITY : DEFAULTS.connectionsPerAddress * rateLimit;
  return { ...DEFAULTS, connectionsPerAddress: Math.ceil(limit) };
}

/** Options of Fastify's default server, except that a custom domain's store is looked up before routing. */
export function toServerOptions(connectionLimits: ConnectionLimits, { learn }: TenantHostDirectory) {
  const http = {
    headersTimeout: connectionLimits.headersMs,
    connectionsCheckingInterval: connectionLimits.checkEveryMs,
  };
  const times = { requestTimeout: connectionLimits.requestMs, keepAliveTimeout: connectionLimits.idleMs };
  return {
    http,
    ...times,
    connectionTimeout: connectionLimits.stalledMs,
    serverFactory: (handle) =>
      createServer({ ...http, ...times }, (request, response) =>
        learn(request, () => handle(request, response)),
      ).setTimeout(connectionLimits.stalledMs),
  } satisfies FastifyHttpOptions<Server>;
}

/** Closes new connections of a client above its limit; existing ones stay open. */
export function limitConnections({ server }: FastifyInstance, limits: ConnectionLimits, isProxy: IsProxy) {
  const open = createCounts();
  server.maxConnections = limits.connections;
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined || isProxy(remoteAddress, 0)) return;
    const network = toNetwork(remoteAddress);
    if (open.get(network) >= limits.connectionsPerAddress) return void socket.destroy();
    open.add(network);
    socket.once('close', () => open.add(network, -1));
  });
}
