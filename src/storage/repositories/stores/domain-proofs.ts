import { CHECK_DOMAIN } from '../../../commerce/job/job-names.ts';
import type { AuditAction } from '../../../commerce/merchant/audit-action.ts';
import type { StoreDomain } from '../../../commerce/store/store-domain.ts';
import type { Instant } from '../../../commerce/time/time.ts';
import type { Database } from '../../engine/database.ts';
import { type Actor, record } from '../identity/audit.ts';
import { enqueueJob } from '../jobs/jobs.ts';
import { insertNew, insertRow, matchRows } from '../rows/rows.ts';

/** Answer of the name servers. */
export interface Seen {
  /** Values of the domain's TXT record. */
  texts: readonly string[];
  now: Instant;
  actor: Actor;
  /** Author of what happens to other stores that held the domain. */
  service: Actor;
  /** First recurring check of a newly verified domain. */
  checkAt: string;
}

/** The record was missing. */
export interface Missed extends Pick<Seen, 'now' | 'actor'> {
  lostSince: string;
}

/** Must run in a transaction that has locked the store; outcomes as for `customDomains().prove`. */
export async function proveClaim(connection: Database, claim: StoreDomain, seen: Seen) {
  const { id, name, storeId } = claim;
  const { now, actor, checkAt } = seen;
  await dropStale(connection, name, seen);
  if (await refreshVerified(connection, claim, now)) return 'proved';
  const proved = await verify(connection, claim, now);
  if (proved !== 'proved') return proved;
  // Checks of an unverified claim end after a while.
  await enqueueJob(connection, { storeId, kind: CHECK_DOMAIN, subject: id, runAt: checkAt }, now);
  await recordDomainCheck(connection, claim, { action: 'domain.verified', actor, now });
  return proved;
}

/** Must run in a transaction; see `customDomains().miss`. */
export async function missProof(connection: Database, claim: StoreDomain, { now, actor, lostSince }: Missed) {
  const proved = { ...toKey(claim), verifiedAt: ['is not', null] } as const;
  await matchRows(connection, 'custom_domains', toKey(claim)).update({ checkedAt: now });
  const present = matchRows(connection, 'custom_domains', { ...proved, missingSince: null });
  if (await present.update({ missingSince: now }))
    return recordDomainCheck(connection, claim, { action: 'domain.proof_missing', actor, now });
  const overdue = matchRows(connection, 'custom_domains', { ...proved, missingSince: ['<=', lostSince] });
  if (await overdue.update(toLost(now)))
    await recordDomainCheck(connection, claim, { action: 'domain.lost', actor, now });
}

/** Writes the audit entry of a domain's change. */
export function recordDomainCheck(
  connection: Database,
  { storeId, name }: Pick<StoreDomain, 'storeId' | 'name'>,
  { action, actor, now }: { action: AuditAction; actor: Actor; now: string },
): Promise<void> {
  return record(connection, { actor, storeId, action, details: { domain: name }, now });
}

const toKey = ({ storeId, id }: StoreDomain) => ({ storeId, id });

const toLost = (now: string) => ({
  ...{ verifiedAt: null, missingSince: null, lostAt: now },
  ...{ leadsHere: false, error: null },
});

const refreshVerified = (connection: Database, claim: StoreDomain, now: string): Promise<boolean> =>
  matchRows(connection, 'custom_domains', { ...toKey(claim), verifiedAt: ['is not', null] }).update({
    checkedAt: now,
    missingSince: null,
  });

/** Deletes and reinserts the claim: an insert waits for a concurrent claim's commit and skips, where an update would fail. */
async function verify(connection: Database, claim: StoreDomain, now: string) {
  const deleted = await matchRows(connection, 'custom_domains', toKey(claim)).take();
  if (!deleted) return 'gone';
  const row = { ...deleted, checkedAt: now };
  const verified = { ...row, verifiedAt: now, missingSince: null, lostAt: null };
  if (await insertNew(connection, 'custom_domains', verified)) return 'proved';
  await insertRow(connection, 'custom_domains', row);
  return 'taken';
}

/** Takes the domain from stores whose record is gone; their audit entry does not name the new owner. */
async function dropStale(connection: Database, name: string, { texts, now, service }: Seen): Promise<void> {
  const gone = { name, verifiedAt: ['is not', null], token: ['not in', ['', ...texts]] } as const;
  for (const { storeId } of await matchRows(connection, 'custom_domains', gone).updateReturning(toLost(now)))
    await recordDomainCheck(connection, { storeId, name }, { action: 'domain.lost', actor: service, now });
}
