import { z } from 'zod';
import { defineEndpoint, type Endpoint } from '../endpoint.ts';
import type { Protocol } from '../protocol.ts';
import { mapByName } from '../tools.ts';
import { cartOperations } from './cart/cart.ts';
import { catalogOperations } from './catalog/catalog.ts';
import { checkoutOperations } from './checkout/checkout.ts';
import { renderRefusal, renderRpcRefusal } from './messages.ts';
import type { Trust } from './negotiation/trust.ts';
import { orderOperations } from './order/orders.ts';
import { permalinks } from './permalink/permalinks.ts';
import { getAddressesAt, PROFILE_PATH } from './profile/links.ts';
import { renderProfile } from './profile/profile.ts';
import { CURRENT_VERSION, UCP_VERSIONS } from './profile/versions.ts';

const OPERATIONS = [...catalogOperations, ...cartOperations, ...checkoutOperations, ...orderOperations];

const PROFILE_CACHE_SECONDS = 300;

/** The official Universal Commerce Protocol, in each version of `versions.ts`. */
export function createOfficialUcp(trust: Trust): Protocol {
  const tools = OPERATIONS.map((toolFor) => toolFor(trust));
  return {
    root: '/ucp',
    endpoints: [...createProfileEndpoints(trust), ...tools.map(({ endpoint }) => endpoint)],
    tools: mapByName(tools),
    permalinks,
    mcpPaths: ['/mcp'],
    toolResults: 'structured',
    refusal: renderRefusal,
    toRpcRefusal: renderRpcRefusal,
  };
}

function createProfileEndpoints(trust: Trust): Endpoint[] {
  return UCP_VERSIONS.map((version) => {
    const [id, path] =
      version === CURRENT_VERSION
        ? (['ucpGetProfile', PROFILE_PATH] as const)
        : ([`ucpGetProfile${version.replaceAll('-', '')}`, `${PROFILE_PATH}/${version}`] as const);
    return defineEndpoint({
      capability: 'catalog',
      id,
      route: `GET ${path}`,
      summary: `The store’s UCP profile of version ${version}.`,
      cacheSeconds: PROFILE_CACHE_SECONDS,
      input: z.object({}),
      output: z.looseObject({}),
      async run(context, _input, incoming) {
        const { store } = context;
        const addresses = getAddressesAt(context, incoming);
        return { body: renderProfile({ store, addresses }, version, await trust.publishedKeys()) };
      },
    });
  });
}
