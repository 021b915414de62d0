import { domainStateOf, type StoreDomain } from '../commerce/store-domain.ts';
import { instant } from '../operations/store-context.ts';
import type { StoreJob } from './job-context.ts';

const MINUTE_MS = 60_000;
/** A merchant has just set the record, or the address: DNS takes its time. */
const SOON_MS = 15 * MINUTE_MS;
const REGULARLY_MS = 6 * 60 * MINUTE_MS;
const FRESH_DURATION_MS = 3 * 24 * 60 * MINUTE_MS;

/**
 * Looks whether a domain is still its merchant's, and leads here. One that nobody proves for some days is looked at only when
 * its merchant asks. Subject: the domain's id. Doing it again is looking again.
 */
export const checkDomain: StoreJob = async (context, { subject }) => {
  const domain = await context.checkCustomDomain(context.store, subject);
  if (!domain) return undefined;
  const state = domainStateOf(domain);
  const isFresh = context.now() - Date.parse(lastChange(domain)) < FRESH_DURATION_MS;
  if (state === 'live' || state === 'proof_missing') return { rerunAt: instant(context, REGULARLY_MS) };
  if (isFresh) return { rerunAt: instant(context, SOON_MS) };
  return state === 'verified' ? { rerunAt: instant(context, REGULARLY_MS) } : undefined;
};

function lastChange({ createdAt, verifiedAt, lostAt }: StoreDomain): string {
  return [createdAt, verifiedAt ?? '', lostAt ?? ''].toSorted().at(-1) ?? createdAt;
}
