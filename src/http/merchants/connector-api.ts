import type { FastifyInstance } from 'fastify';
import type { ConnectorEndpoint } from '../../connector/index.ts';
import type { MerchantContext } from '../../merchant/visit.ts';
import { validate } from '../../protocols/invoke.ts';
import { getRequestKind } from '../limits/admit-merchants.ts';
import { createRouteLimit, type LimitRate } from '../limits/limits.ts';
import { routeOf } from '../requests/routes.ts';
import { readOptionalJson, refuseNullCharacters, SMALL_BODY_BYTES, visitOf } from './api-input.ts';

/** Routes of the connector API, without CORS: only the plugin's server calls them. */
export function addConnectorRoutes(
  server: FastifyInstance,
  endpoints: readonly ConnectorEndpoint[],
  context: () => MerchantContext,
  limit: LimitRate,
): void {
  for (const endpoint of endpoints) {
    const { method, url } = routeOf(endpoint.route, '/api/connector');
    server.route({
      method,
      url,
      bodyLimit: SMALL_BODY_BYTES,
      onRequest: createRouteLimit(getRequestKind({ method }), limit),
      handler: async (request, reply) => {
        const members = method === 'POST' ? refuseNullCharacters(readOptionalJson(request)) : {};
        const [, token] = /^bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
        const call = { ...visitOf(request, context()), token };
        const { status, body } = await endpoint.run(call, validate(endpoint, members));
        return reply.code(status).header('cache-control', 'no-store').send(body);
      },
    });
  }
}
