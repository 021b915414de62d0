import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CORE_NAMESPACE, type Site } from '../site.ts';
import { WordPressError } from '../wordpress-error.ts';
import { authenticate, type Permission, permit } from './authentication.ts';
import type { Query } from './query-params.ts';

export interface ApiCall {
  query: Query;
  /** From the path; 0 when absent. */
  id: number;
  childId: number;
  body: unknown;
  request: FastifyRequest;
  reply: FastifyReply;
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface ApiRoute {
  method: Method | Method[];
  /** `:id` and `:childId` match digits only: anything else is no route, as in WordPress. */
  path: string;
  permission: Permission;
  /** Validates the body's required parameters. */
  check?(body: unknown): void;
  answer(call: ApiCall): unknown;
}

export function addRoutes(
  app: FastifyInstance,
  site: Site,
  routes: readonly ApiRoute[],
  namespace = CORE_NAMESPACE,
): void {
  app.get(`/wp-json/${namespace}`, () => ({ namespace, routes: {} }));
  for (const { method, path, permission, check, answer } of routes) {
    app.route({
      method,
      url: `/wp-json/${namespace}${path.replaceAll(/:(\w+)/g, ':$1(^\\d+$)')}`,
      preHandler: async (request) => {
        const isKnown = authenticate(site, request, isInScope(namespace, request.method, path));
        if (site.fault === 'rest_closed' && !isKnown) throw notLoggedIn();
        check?.(request.body);
        permit(isKnown, permission);
      },
      handler: (request, reply) => answer(toCall(request, reply)),
    });
  }
}

/** Rights of the plugin's own keys: the plugin's routes, and reading products and orders. */
function isInScope(namespace: string, method: string, path: string): boolean {
  return namespace !== CORE_NAMESPACE || (method === 'GET' && /^\/(products|orders)(\/|$)/.test(path));
}

/** Refusal of plugins that close the REST API to guests. */
function notLoggedIn(): WordPressError {
  return new WordPressError(401, 'rest_not_logged_in', 'You are not currently logged in.');
}

function toCall(request: FastifyRequest, reply: FastifyReply): ApiCall {
  const params = request.params as Record<string, string | undefined>;
  return {
    query: request.query as Query,
    id: Number(params.id ?? 0),
    childId: Number(params.childId ?? 0),
    body: request.body,
    request,
    reply,
  };
}

/** Name of a call for counts and faults, `GET /products/:id`; undefined for requests outside the API. */
export function operationOf(request: FastifyRequest): string | undefined {
  const url = request.routeOptions.url;
  const [, path] = /^\/wp-json\/wc[^/]*\/v\d+(\/.*)$/.exec(url ?? '') ?? [];
  return path === undefined ? undefined : `${request.method} ${path.replaceAll('(^\\d+$)', '')}`;
}
