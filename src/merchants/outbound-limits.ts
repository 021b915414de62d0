import { networkOf } from '../commerce/network.ts';
import { countOrRefuse } from './login-throttle.ts';
import type { AccountVisit } from './merchant-context.ts';

const WINDOW_MS = 10 * 60_000;
const MAX_CALLS_OF_ACCOUNT = 120;
const MAX_CALLS_OF_NETWORK = 240;

/** Counts a request that makes this service call a URL named by the merchant. Throws `too_many_requests`. */
export function countOutboundCall(visit: AccountVisit<'attempts' | 'now'>): Promise<void> {
  const { account } = visit.identity;
  return countOrRefuse(visit, [
    { bucket: `outbound calls of ${account.id}`, limit: MAX_CALLS_OF_ACCOUNT, windowMs: WINDOW_MS },
    {
      bucket: `outbound calls from ${networkOf(visit.address)}`,
      limit: MAX_CALLS_OF_NETWORK,
      windowMs: WINDOW_MS,
    },
  ]);
}
