import { z } from 'zod';
import { type Endpoint, endpoint } from '../endpoint.ts';
import type { Protocol } from '../protocol.ts';
import { byName } from '../tools.ts';
import { cartOperations } from './cart/cart.ts';
import { catalogOperations } from './catalog/catalog.ts';
import { checkoutOperations } from './checkout/checkout.ts';
import type { Trust } from './negotiation/trust.ts';
import { orderOperations } from './order/orders.ts';
import { permalinks } from './permalink/permalinks.ts';
import { addressesAt, PROFILE_PATH } from './profile/links.ts';
import { renderProfile } from './profile/profile.ts';
import { CURRENT_VERSION, OLDER_VERSIONS, type UcpVersion } from './profile/versions.ts';
import { renderRefusal, renderRpcRefusal } from './refusals.ts';

const OPERATIONS = [...catalogOperations, ...cartOperations, ...checkoutOperations, ...orderOperations];

const PROFILE_CACHE_SECONDS = 300;

/** The official Universal Commerce Protocol, in each version of `versions.ts`. */
export function officialUcp(trust: Trust): Protocol {
  const tools = OPERATIONS.map((toolFor) => toolFor(trust));
  return {
    root: '/ucp',
    endpoints: [...profileEndpoints(trust), ...tools.map(({ endpoint }) => endpoint)],
    tools: byName(tools),
    permalinks,
    mcpPath: '/mcp',
    toolResults: 'structured',
    refusal: renderRefusal,
    rpcRefusal: renderRpcRefusal,
  };
}

/** Public endpoints, by which agents discover everything else. */
function profileEndpoints(trust: Trust): Endpoint[] {
  const at = (
    path: Endpoint['rest'],
    version: UcpVersion,
    id = `ucpGetProfile${version.replaceAll('-', '')}`,
  ) =>
    endpoint({
      capability: 'catalog',
      id,
      rest: path,
      summary: `The store’s UCP profile of version ${version}.`,
      cacheSeconds: PROFILE_CACHE_SECONDS,
      input: z.object({}),
      output: z.looseObject({}),
      async run(context, _input, incoming) {
        const { store } = context;
        const addresses = addressesAt(context, incoming);
        return { body: renderProfile({ store, addresses }, version, await trust.publishedKeys()) };
      },
    });
  return [
    at(`GET ${PROFILE_PATH}`, CURRENT_VERSION, 'ucpGetProfile'),
    ...OLDER_VERSIONS.map((version) => at(`GET ${PROFILE_PATH}/${version}`, version)),
  ];
}
