import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ConnectorCall, ConnectorEndpoint } from '../api/connector/endpoint.ts';
import { validate } from '../protocols/invoke.ts';
import type { MerchantContext } from '../merchants/merchant-context.ts';
import { readJsonObject } from './json-body.ts';

const PREFIX = '/api/connector';

/** What the plugin of a site calls. No page of a browser does: no other origin may read the answers. */
export function addConnectorRoutes(
  server: FastifyInstance,
  endpoints: readonly ConnectorEndpoint[],
  context: () => MerchantContext,
): void {
  for (const endpoint of endpoints) {
    const [method = '', path = ''] = endpoint.rest.split(' ');
    server.route({
      method,
      url: PREFIX + path,
      handler: async (request, reply) => {
        const input = validate(endpoint, hasBody(request) ? readJsonObject(request) : {});
        const { status, body } = await endpoint.run(callOf(request, context()), input);
        return reply.code(status).header('cache-control', 'no-store').send(body);
      },
    });
  }
}

/** A call may come without a body where nothing is asked for. */
function hasBody({ method, body }: FastifyRequest): boolean {
  return method === 'POST' && body instanceof Buffer && body.length > 0;
}

function callOf(request: FastifyRequest, context: MerchantContext): ConnectorCall {
  const [, token] = /^bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
  return {
    context,
    requestId: request.id,
    address: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    headers: request.headers,
    token,
  };
}
