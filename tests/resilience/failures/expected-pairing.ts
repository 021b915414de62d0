import type { PairingRefusalReason } from '../../../src/store-platforms/woocommerce/pairing/refusals.ts';
import type { Suffered } from './faults.ts';

export type PairingDay = Exclude<
  Suffered,
  'slow_write' | 'malformed_write' | 'throttled_430' | 'throttled_graphql' | 'dropped_write'
>;

/** Messages to merchants, on the site and in the console. */
export const PAIRING: Record<PairingDay, PairingRefusalReason | 'paired'> = {
  down: 'site_unreachable',
  down_once: 'site_unreachable',
  slow: 'site_unreachable',
  throttled: 'rest_blocked',
  throttled_once: 'rest_blocked',
  dropped: 'site_unreachable',
  malformed: 'rest_blocked',
  server_error: 'site_unreachable',
  server_error_once: 'site_unreachable',
};
