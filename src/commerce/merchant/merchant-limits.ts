import type { SlotLimits } from '../call/call-slots.ts';
import type { RatePolicy } from '../call/rate-limits.ts';
import { CommerceError } from '../errors.ts';

/** Kind of a signed-in request: a whole list as a file, a read of much, or any other. */
export type MerchantKind = 'request' | 'costly' | 'file';

/** Account or organization by which requests are counted. */
export type Party = 'account' | 'organization';

export type MerchantPolicies = Record<Party, Record<'request' | 'file', RatePolicy>>;
export type MerchantPlaces = Record<Party, Record<MerchantKind, SlotLimits>>;

/** Per minute. An open page of the console asks about once a second at most. */
const QUOTAS: Record<Party, Record<'request' | 'file', number>> = {
  account: { request: 600, file: 10 },
  organization: { request: 2_400, file: 40 },
};

/** The usual quotas times `factor`; at least one each. */
export function buildMerchantPolicies(factor: number): MerchantPolicies {
  const buildPolicy = (party: Party, kind: 'request' | 'file'): RatePolicy => ({
    name: `${party}-${kind}`,
    quota: Math.max(1, Math.round(QUOTAS[party][kind] * factor)),
  });
  const buildPartyPolicies = (party: Party) => ({
    request: buildPolicy(party, 'request'),
    file: buildPolicy(party, 'file'),
  });
  return { account: buildPartyPolicies('account'), organization: buildPartyPolicies('organization') };
}

/** A line is as long as the connections of an address; a page of the console opens about six requests. */
const MAX_WAITING = 500;
const MAX_WAIT_MS = 10_000;
const RETRY_SECONDS = 5;

/** Requests that a process answers at once. */
export const MERCHANT_PLACES: MerchantPlaces = {
  account: {
    request: buildPlaces(4, 'requests'),
    costly: buildPlaces(1, 'costly requests'),
    file: buildPlaces(1, 'files'),
  },
  organization: {
    request: buildPlaces(8, 'requests'),
    costly: buildPlaces(2, 'costly requests'),
    file: buildPlaces(2, 'files'),
  },
};

function buildPlaces(concurrency: number, what: string): SlotLimits {
  return {
    concurrency,
    waiting: MAX_WAITING,
    maxWaitMs: MAX_WAIT_MS,
    refusal: () => createTooManyAtOnceError(what),
  };
}

function createTooManyAtOnceError(what: string): CommerceError {
  const message = `Too many ${what} at once. Send the next one when an earlier one is answered, or try again in ${RETRY_SECONDS} seconds.`;
  return new CommerceError('too_many_requests', message, { retryAfterSeconds: RETRY_SECONDS });
}
