import { z } from 'zod';
import type { Dialect } from '../dialect.ts';
import { endpoint } from '../endpoint.ts';
import { STATUSES } from '../statuses.ts';
import { cartEndpoints } from './carts.ts';
import { catalogEndpoints } from './catalog.ts';
import { checkoutEndpoints } from './checkout-sessions.ts';
import { fulfillmentEndpoints } from './fulfillment.ts';
import { renderManifest } from './manifest.ts';
import { orderEndpoints } from './orders.ts';
import { manifestResponse } from './responses.ts';

const manifest = endpoint({
  capability: 'catalog',
  rest: 'GET /',
  summary: 'Says which transports, capabilities and payment handlers the store offers. Agents start here.',
  readsBody: false,
  cacheSeconds: 60,
  input: z.object({}),
  output: manifestResponse,
  async run(context) {
    return { body: renderManifest(context) };
  },
});

/** The dialect of contract.md. */
export const contract: Dialect = {
  endpoints: [
    manifest,
    ...catalogEndpoints,
    ...checkoutEndpoints,
    ...cartEndpoints,
    ...orderEndpoints,
    ...fulfillmentEndpoints,
  ],
  statuses: STATUSES,
};
