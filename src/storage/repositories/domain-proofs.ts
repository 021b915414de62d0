import { CHECK_DOMAIN } from '../../commerce/job-names.ts';
import type { StoreDomain } from '../../commerce/store/store-domain.ts';
import type { Database } from '../engine/database.ts';
import { type Actor, audit } from './audit.ts';
import { enqueueJob } from './jobs.ts';
import { hasChanged } from './row-counts.ts';

/** Answer of the name servers. */
export interface Seen {
  /** Values of the domain's TXT record. */
  texts: readonly string[];
  /** ISO instant. */
  now: string;
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
export async function proveClaim(
  connection: Database,
  claim: StoreDomain,
  seen: Seen,
): Promise<'proved' | 'taken' | 'gone'> {
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
export async function missProof(
  connection: Database,
  claim: StoreDomain,
  { now, actor, lostSince }: Missed,
): Promise<void> {
  const mine = () => connection.updateTable('custom_domains').where((row) => row.and(keyOf(claim)));
  const proved = () => mine().where('verified_at', 'is not', null);
  await mine().set({ checked_at: now }).execute();
  const first = proved().set({ missing_since: now }).where('missing_since', 'is', null);
  if (await hasChanged(first)) {
    return recordDomainCheck(connection, claim, { action: 'domain.proof_missing', actor, now });
  }
  const lost = proved().set(LOST(now)).where('missing_since', '<=', lostSince);
  if (await hasChanged(lost)) {
    await recordDomainCheck(connection, claim, { action: 'domain.lost', actor, now });
  }
}

/** Writes the audit entry of a domain's change. */
export function recordDomainCheck(
  connection: Database,
  { storeId, name }: Pick<StoreDomain, 'storeId' | 'name'>,
  { action, actor, now }: { action: string; actor: Actor; now: string },
): Promise<void> {
  return audit(connection).write(actor, { storeId, action, details: { domain: name } }, now);
}

const keyOf = ({ storeId, id }: StoreDomain) => ({ store_id: storeId, id });

const LOST = (now: string) => ({
  verified_at: null,
  missing_since: null,
  lost_at: now,
  leads_here: 0,
  error: null,
});

async function refreshVerified(connection: Database, claim: StoreDomain, now: string): Promise<boolean> {
  return hasChanged(
    connection
      .updateTable('custom_domains')
      .set({ checked_at: now, missing_since: null })
      .where((row) => row.and(keyOf(claim)))
      .where('verified_at', 'is not', null),
  );
}

/** Deletes and reinserts the claim: an insert waits for a concurrent claim's commit and skips, where an update would fail. */
async function verify(
  connection: Database,
  claim: StoreDomain,
  now: string,
): Promise<'proved' | 'taken' | 'gone'> {
  const mine = connection.deleteFrom('custom_domains').where((row) => row.and(keyOf(claim)));
  const deleted = await mine.returningAll().executeTakeFirst();
  if (!deleted) return 'gone';
  const row = { ...deleted, checked_at: now };
  const inserted = connection
    .insertInto('custom_domains')
    .values({ ...row, verified_at: now, missing_since: null, lost_at: null })
    .onConflict((conflict) => conflict.doNothing());
  if (await hasChanged(inserted)) return 'proved';
  await connection.insertInto('custom_domains').values(row).execute();
  return 'taken';
}

/** Takes the domain from stores whose record is gone; their audit entry does not name the new owner. */
async function dropStale(connection: Database, name: string, { texts, now, service }: Seen): Promise<void> {
  const holders = connection
    .updateTable('custom_domains')
    .set(LOST(now))
    .where('name', '=', name)
    .where('verified_at', 'is not', null)
    .where('token', 'not in', ['', ...texts]);
  for (const { store_id: storeId } of await holders.returning('store_id').execute()) {
    await recordDomainCheck(connection, { storeId, name }, { action: 'domain.lost', actor: service, now });
  }
}
