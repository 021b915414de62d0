import { createServer, type Server, type ServerOptions } from 'node:http';
import type { FastifyServerFactory } from 'fastify';
import type { TenantHostDirectory } from './tenant-hosts.ts';

/** Times in milliseconds. */
interface ConnectionTimes {
  http: ServerOptions;
  requestTimeout: number;
  keepAliveTimeout: number;
  connectionTimeout: number;
}

/** Fastify's default server, except that a custom domain's store is looked up before routing. */
export function createServerOfHosts(
  { learn }: TenantHostDirectory,
  { http, requestTimeout, keepAliveTimeout, connectionTimeout }: ConnectionTimes,
): FastifyServerFactory<Server> {
  return (handle) => {
    const server = createServer(http, (request, response) => learn(request, () => handle(request, response)));
    server.keepAliveTimeout = keepAliveTimeout;
    server.requestTimeout = requestTimeout;
    server.setTimeout(connectionTimeout);
    return server;
  };
}
