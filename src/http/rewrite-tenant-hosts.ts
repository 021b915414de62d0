import { createServer, type Server } from 'node:http';
import type { FastifyServerFactory } from 'fastify';
import type { connectionLimitOptions } from './connection-limits.ts';
import type { TenantHostDirectory } from './tenant-hosts.ts';

/** Fastify's default server, except that a custom domain's store is looked up before routing. */
export function serverOfHosts(
  { learn }: TenantHostDirectory,
  { http, requestTimeout, keepAliveTimeout, connectionTimeout }: ReturnType<typeof connectionLimitOptions>,
): FastifyServerFactory<Server> {
  return (handle) => {
    const server = createServer(http, (request, response) => learn(request, () => handle(request, response)));
    server.keepAliveTimeout = keepAliveTimeout;
    server.requestTimeout = requestTimeout;
    server.setTimeout(connectionTimeout);
    return server;
  };
}
