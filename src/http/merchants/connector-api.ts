import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ConnectorCall, ConnectorEndpoint } from '../../connector/index.ts';
import type { MerchantContext } from '../../merchant/visit.ts';
import { validate } from '../../protocols/invoke.ts';
import { createAddressLimit } from '../limits/admit-merchants.ts';
import type { LimitRate } from '../limits/limits.ts';
import { readOptionalJson, routeOf, visitOf } from '../requests/api-routes.ts';
import { SMALL_BODY_BYTES } from './merchant-api.ts';
import { refuseNullCharacters } from './null-characters.ts';

const PREFIX = '/api/connector';

/** Routes of the connector API, without CORS: only the plugin's server calls them. */
export function addConnectorRoutes(
  server: FastifyInstance,
  endpoints: readonly ConnectorEndpoint[],
  context: () => MerchantContext,
  limit: LimitRate,
): void {
  for (const endpoint of endpoints) {
    server.route({
      ...routeOf(endpoint.route, PREFIX),
      bodyLimit: SMALL_BODY_BYTES,
      onRequest: createAddressLimit(limit),
      handler: async (request, reply) => {
        const input = validate(
          endpoint,
          request.method === 'POST' ? refuseNullCharacters(readOptionalJson(request)) : {},
        );
        const { status, body } = await endpoint.run(callOf(request, context()), input);
        return reply.code(status).header('cache-control', 'no-store').send(body);
      },
    });
  }
}

function callOf(request: FastifyRequest, context: MerchantContext): ConnectorCall {
  const [, token] = /^bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
  return { ...visitOf(request, context), token };
}
