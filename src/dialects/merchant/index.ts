import { STATUSES } from '../statuses.ts';
import type { MerchantEndpoint } from './endpoint.ts';

/** The wire of the merchant API: what the console does, and any script may do. */
export const merchantDialect: { endpoints: MerchantEndpoint[]; statuses: typeof STATUSES } = {
  endpoints: [],
  statuses: STATUSES,
};
