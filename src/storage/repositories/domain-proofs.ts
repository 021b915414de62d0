import {
  CHECK_DOMAIN,
  PROOF_MAY_BE_MISSING_MS,
  SERVICE,
  type StoreDomain,
} from '../../commerce/store-domain.ts';
import { type Actor, audit } from './audit.ts';
import type { Database } from '../engine/database.ts';
import { jobs } from './jobs.ts';

/** What name servers said of a domain's record: the texts that stand there. */
export interface Seen {
  texts: readonly string[];
  /** ISO instant. */
  now: string;
  actor: Actor;
}

/** Within a transaction that holds the claim's store. What each outcome means is said at `storeDomains().prove`. */
export async function proveClaim(
  connection: Database,
  claim: StoreDomain,
  { texts, now, actor }: Seen,
): Promise<'proved' | 'taken' | 'gone'> {
  const { id, name, storeId } = claim;
  await giveUp(connection, { name, texts, now });
  if (await stillProved(connection, id, now)) return 'proved';
  const proved = await becomeProved(connection, id, now);
  if (proved !== 'proved') return proved;
  // The looks at a claim that nobody proved for long have ended.
  const job = { storeId, kind: CHECK_DOMAIN, subject: id, runAt: soonAfter(now) };
  await jobs(connection).enqueue(job, now);
  await recordDomainCheck(connection, claim, { action: 'domain.verified', actor, now });
  return proved;
}

/** Within a transaction: as `storeDomains().miss` says. */
export async function missProof(
  connection: Database,
  claim: StoreDomain,
  { now, actor }: Omit<Seen, 'texts'>,
): Promise<void> {
  const latest = new Date(Date.parse(now) - PROOF_MAY_BE_MISSING_MS).toISOString();
  const mine = () => connection.updateTable('custom_domains').where('id', '=', claim.id);
  const proved = () => mine().where('verified_at', 'is not', null);
  await mine().set({ checked_at: now }).execute();
  const first = await proved()
    .set({ missing_since: now })
    .where('missing_since', 'is', null)
    .executeTakeFirst();
  if (first.numUpdatedRows === 1n) {
    return recordDomainCheck(connection, claim, { action: 'domain.proof_missing', actor, now });
  }
  const given = await proved().set(LOST(now)).where('missing_since', '<=', latest).executeTakeFirst();
  if (given.numUpdatedRows === 1n) {
    await recordDomainCheck(connection, claim, { action: 'domain.lost', actor, now });
  }
}

/** Who did what with a domain, in its store's log of changes. */
export function recordDomainCheck(
  connection: Database,
  { storeId, name }: Pick<StoreDomain, 'storeId' | 'name'>,
  { action, actor, now }: { action: string; actor: Actor; now: string },
): Promise<void> {
  return audit(connection).write(actor, { storeId, action, details: { domain: name } }, now);
}

/** The first look of the regular ones at a domain that was just proved. */
function soonAfter(now: string): string {
  return new Date(Date.parse(now) + 15 * 60_000).toISOString();
}

const LOST = (now: string) => ({
  verified_at: null,
  missing_since: null,
  lost_at: now,
  leads_here: 0,
  error: null,
});

async function stillProved(connection: Database, id: string, now: string): Promise<boolean> {
  const standing = await connection
    .updateTable('custom_domains')
    .set({ checked_at: now, missing_since: null })
    .where('id', '=', id)
    .where('verified_at', 'is not', null)
    .executeTakeFirst();
  return standing.numUpdatedRows === 1n;
}

/** Out and in again: an insert waits for whoever proves the same name at this moment, and then knows, where an update fails. */
async function becomeProved(
  connection: Database,
  id: string,
  now: string,
): Promise<'proved' | 'taken' | 'gone'> {
  const mine = connection.deleteFrom('custom_domains').where('id', '=', id).returningAll();
  const claim = await mine.executeTakeFirst();
  if (!claim) return 'gone';
  const row = { ...claim, checked_at: now };
  const inserted = await connection
    .insertInto('custom_domains')
    .values({ ...row, verified_at: now, missing_since: null, lost_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows === 1n) return 'proved';
  await connection.insertInto('custom_domains').values(row).execute();
  return 'taken';
}

/** Whoever has proved the name and whose record does not stand there any more has it no longer; who took it is not told. */
async function giveUp(
  connection: Database,
  { name, texts, now }: Omit<Seen, 'actor'> & { name: string },
): Promise<void> {
  const holders = connection
    .updateTable('custom_domains')
    .set(LOST(now))
    .where('name', '=', name)
    .where('verified_at', 'is not', null)
    .where('token', 'not in', ['', ...texts]);
  for (const { store_id: storeId } of await holders.returning('store_id').execute()) {
    await recordDomainCheck(connection, { storeId, name }, { action: 'domain.lost', actor: SERVICE, now });
  }
}
