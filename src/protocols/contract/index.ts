import { z } from 'zod';
import { defineEndpoint, type Endpoint } from '../endpoint.ts';
import type { Protocol } from '../protocol.ts';
import { INVALID_PARAMS, type Refused, SERVER_ERROR } from '../protocol-error.ts';
import { mapByName, toTools } from '../tools.ts';
import { cartEndpoints } from './carts.ts';
import { catalogEndpoints } from './catalog.ts';
import { checkoutEndpoints } from './checkout-sessions.ts';
import { fulfillmentEndpoints } from './fulfillment.ts';
import { renderManifest } from './manifest.ts';
import { orderEndpoints } from './orders.ts';
import { manifestResponse } from './responses.ts';

const manifest = defineEndpoint({
  capability: 'catalog',
  id: 'getManifest',
  route: 'GET /',
  summary: 'Says which transports, capabilities and payment handlers the store offers. Agents start here.',
  cacheSeconds: 60,
  input: z.object({}),
  output: manifestResponse,
  run: (context) => ({ body: renderManifest(context) }),
});

const ignored: Endpoint['ignored'] = { name: (body, members) => ({ ...body, ...members }) };

const endpoints = [
  manifest,
  ...catalogEndpoints,
  ...checkoutEndpoints,
  ...cartEndpoints,
  ...orderEndpoints,
  ...fulfillmentEndpoints,
].map((each): Endpoint => (each.cacheSeconds === undefined ? { ...each, ignored } : each));

/** The protocol of docs/contract.md. */
export const contract: Protocol = {
  root: '/api/ucp',
  endpoints,
  tools: mapByName(toTools(endpoints)),
  mcpPaths: ['/mcp'],
  toolResults: 'text',
  refusal: ({ code, message, details }) => ({ error: message, code, ...renderDetails(details) }),
  /** docs/contract.md, Errors: over MCP the HTTP status is always 200, and the error's own status is in the data. */
  toRpcRefusal({ status, code, details, missing, retryAfterSeconds }) {
    if (missing) return { code: INVALID_PARAMS, data: { details }, status: 200 };
    const data = { status, code, ...renderDetails(details), retry_after: retryAfterSeconds };
    return { code: SERVER_ERROR, data, status: 200 };
  },
};

function renderDetails(details: Refused['details']) {
  return details.length > 0 ? { details } : {};
}
