import { STATUSES } from '../statuses.ts';
import { accountEndpoints } from './accounts.ts';
import { discoveryEndpoints } from './discovery.ts';
import type { MerchantEndpoint } from './endpoint.ts';
import { pairingEndpoints } from './pairing.ts';
import { tokenEndpoints } from './tokens.ts';

/** The wire of the merchant API: what the console does, and any script may do. */
export const merchantDialect: { endpoints: MerchantEndpoint[]; statuses: typeof STATUSES } = {
  endpoints: [...accountEndpoints, ...tokenEndpoints, ...pairingEndpoints, ...discoveryEndpoints],
  statuses: STATUSES,
};
