import type { Protocol } from '../protocols/protocol.ts';
import type { MerchantEndpoint } from '../api/merchant/endpoint.ts';
import { agentPaths } from './agents.ts';
import type { ApiDescription } from './description.ts';
import { recordedExamples } from './examples.ts';
import { mcpOperation } from './mcp.ts';
import { merchantPaths, securitySchemes } from './merchants.ts';
import { ERROR_SCHEMA } from './refusals.ts';

const SHOPPING_MCP = {
  operationId: 'shopping_mcp',
  about: 'For clients that know no UCP. Failures are results with isError that name the next call.',
};

interface Described {
  protocol: Protocol;
  /** Protocol over MCP alone. */
  shopping: Protocol;
  merchantEndpoints: readonly MerchantEndpoint[];
  version: string;
}

const AGENTS_TAGS = ['catalog', 'checkout', 'cart', 'order', 'fulfillment', 'mcp'];

/** Describes both APIs in OpenAPI 3.1, from the lists of endpoints that routes and tools are derived from. */
export function describeApi(described: Described, baseUrl: string): ApiDescription {
  const { protocol, shopping, merchantEndpoints, version } = described;
  const examples = recordedExamples();
  const merchantsTags = [...new Set(merchantEndpoints.map(({ tag }) => tag))];
  return {
    openapi: '3.1.0',
    info: {
      title: 'ucp-host',
      version,
      description:
        'What agents may do with a store: discover it, search its catalog, build carts, check out and follow the order. And what its merchant may do: connect it, decide what agents may do, and see what they did. All money is in minor units of the currency.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: baseUrl }],
    tags: [...AGENTS_TAGS, ...merchantsTags].map((name) => ({ name })),
    paths: {
      ...agentPaths(protocol, examples.contract),
      [`${shopping.root}/{slug}`]: { post: mcpOperation(shopping, SHOPPING_MCP) },
      ...merchantPaths(merchantEndpoints, examples.merchant),
    },
    components: { schemas: { Error: ERROR_SCHEMA }, securitySchemes: securitySchemes(baseUrl) },
  };
}
