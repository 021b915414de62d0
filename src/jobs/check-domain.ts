import { toDomainState } from '../commerce/store/store-domain.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../commerce/time/time.ts';
import { getInstant } from '../operations/call/store-context.ts';
import type { StoreJob } from './job-context.ts';

/** Interval after a merchant has changed the record or the address, while DNS propagates. */
const FRESH_INTERVAL_MS = 15 * MINUTE_MS;
const CHECK_INTERVAL_MS = 6 * HOUR_MS;
const FRESH_DURATION_MS = 3 * DAY_MS;

/**
 * Checks that a domain is still proved and leads here; one without proof for some days is checked only on its merchant's
 * request. Subject: the domain's id.
 */
export const checkDomain: StoreJob = async (context, { subject }) => {
  const domain = await context.checkCustomDomain(context.store, subject);
  if (!domain) return undefined;
  const state = toDomainState(domain);
  const { createdAt, verifiedAt, lostAt } = domain;
  const changedAt = Math.max(...[createdAt, verifiedAt, lostAt].map((at) => Date.parse(at ?? createdAt)));
  const isFresh = context.now() - changedAt < FRESH_DURATION_MS;
  if (state === 'live' || state === 'proof_missing')
    return { rerunAt: getInstant(context, CHECK_INTERVAL_MS) };
  if (isFresh) return { rerunAt: getInstant(context, FRESH_INTERVAL_MS) };
  return state === 'verified' ? { rerunAt: getInstant(context, CHECK_INTERVAL_MS) } : undefined;
};
