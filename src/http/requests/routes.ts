import type { IncomingMessage } from 'node:http';
import { runInNewContext } from 'node:vm';
import type { FastifyInstance } from 'fastify';

/** Route of an endpoint such as `PUT /stores/{slug}`. */
export function routeOf(route: string, prefix = ''): { method: string; url: string } {
  const [method = '', path = ''] = route.split(' ');
  return { method, url: prefix + path.replaceAll(/\{(\w+)\}/g, ':$1') };
}

/** Path as the API's table names it. `url`: pattern of a route. */
export function toTablePath(url: string): string {
  return url.replaceAll(/:(\w+)/g, '{$1}') || '/';
}

/** Method whose routes serve all methods that no endpoint uses. A route for each of thirty would double the time of a start. */
export const RARE_METHOD = 'TRACE';

/** CONNECT is for proxies. */
const ROUTED = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'CONNECT', RARE_METHOD]);

const methods = new WeakMap<IncomingMessage, string>();

/** Routes a rare method like all others, until `restoreMethod`; returns the message. */
export function shareRoutes(message: IncomingMessage): IncomingMessage {
  const { method } = message;
  if (method === undefined || ROUTED.has(method)) return message;
  methods.set(message, method);
  message.method = RARE_METHOD;
  return message;
}

/** Gives a routed message the method that its client sent. */
export function restoreMethod(message: IncomingMessage): void {
  if (message.method === RARE_METHOD) message.method = methods.get(message) ?? RARE_METHOD;
}

const { Function: own } = globalThis;
const compilesText = canCompileText();
let compiling = 0;

/**
 * `find-my-way` makes functions of routes. Where Node refuses that (`--disallow-code-generation-from-strings`), they are compiled in a
 * context of their own, and nothing else can be once the server is ready. Must be called before its routes are added.
 */
export function allowCompiledRoutes(server: FastifyInstance): void {
  if (compilesText) return;
  compiling += 1;
  globalThis.Function = runInNewContext('Function');
  server.addHook('onReady', async () => {
    compiling -= 1;
    if (compiling === 0) globalThis.Function = own;
  });
}

function canCompileText(): boolean {
  try {
    return typeof new Function() === 'function';
  } catch {
    return false;
  }
}
