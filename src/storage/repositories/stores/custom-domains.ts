import { sql } from 'kysely';
import { CHECK_DOMAIN } from '../../../commerce/job/job-names.ts';
import type { AuditAction } from '../../../commerce/merchant/audit-action.ts';
import type { StoreDomain } from '../../../commerce/store/store-domain.ts';
import type { Instant } from '../../../commerce/time/time.ts';
import type { Database } from '../../engine/database.ts';
import { prepareRead } from '../../engine/prepared.ts';
import { createRowCache } from '../../engine/row-caches.ts';
import { type Actor, record } from '../identity/audit.ts';
import { authorizeChange } from '../identity/authorized.ts';
import { enqueueJob } from '../jobs/jobs.ts';
import { bindFunctions } from '../rows/bound.ts';
import { insertNew, insertRow, matchRows } from '../rows/rows.ts';

function createContext(database: Database) {
  const served = database
    .selectFrom('custom_domains')
    .innerJoin('stores', 'stores.id', 'custom_domains.storeId')
    .select(['custom_domains.name', 'stores.slug'])
    .where('custom_domains.verifiedAt', 'is not', null)
    .where((row) => row.and({ 'stores.deletedAt': null, 'stores.disconnectedAt': null }));
  const read = prepareRead(database, served, 'custom_domains.name');
  const findSlugNow = async (name: string) => (await read(name))?.slug;
  return { database, findSlugNow, slugs: createRowCache(database, 'custom_domains', findSlugNow) };
}

type Context = ReturnType<typeof createContext>;

/** Every decision is one transaction with its audit entry, and safe to repeat. */
export function createCustomDomainRepository(database: Database) {
  const context = createContext(database);
  return {
    /** Returns the slug of the connected store that has verified the domain. Runs on every request. */
    findSlug: context.slugs.find,
    /** The same without the cache. */
    findSlugNow: context.findSlugNow,
    ...bindFunctions(context, { listOfStore, find, findById, findPrimary }),
    ...bindFunctions(context, { add, prove, miss, recordPointing, remove }),
  };
}

/** Oldest first. */
const listOfStore = ({ database }: Context, storeId: string): Promise<StoreDomain[]> =>
  matchRows(database, 'custom_domains', { storeId }).list('createdAt', 'id');

const find = ({ database }: Context, storeId: string, name: string): Promise<StoreDomain | undefined> =>
  matchRows(database, 'custom_domains', { storeId, name }).find();

const findById = ({ database }: Context, storeId: string, id: string): Promise<StoreDomain | undefined> =>
  matchRows(database, 'custom_domains', { storeId, id }).find();

/** Returns the domain verified first among the domains that lead to this service. */
async function findPrimary({ database }: Context, storeId: string): Promise<string | undefined> {
  const served = { storeId, verifiedAt: ['is not', null], leadsHere: true } as const;
  const [first] = await matchRows(database, 'custom_domains', served).list('verifiedAt', 'id');
  return first?.name;
}

type NewClaim = Pick<StoreDomain, 'id' | 'storeId' | 'name' | 'token'>;
type Claiming = Pick<Seen, 'actor' | 'now'> & { max: number };
type Added = 'added' | 'known' | 'too_many' | 'gone';

/** Claims a name, which other stores may claim too, and enqueues its check. `too_many`, and `gone` for a disconnected store, write nothing. */
function add({ database }: Context, claim: NewClaim, { actor, now, max }: Claiming): Promise<Added> {
  const { id, storeId, name } = claim;
  return authorizeChange(database, actor, { storeId }, async (connection) => {
    if (!(await holdStore(connection, storeId))) return 'gone';
    if (await matchRows(connection, 'custom_domains', { storeId, name }).exists()) return 'known';
    if ((await matchRows(connection, 'custom_domains', { storeId }).count()) >= max) return 'too_many';
    await insertRow(connection, 'custom_domains', { ...claim, createdAt: now, leadsHere: false });
    await enqueueJob(connection, { storeId, kind: CHECK_DOMAIN, subject: id }, now);
    await recordDomainCheck(connection, { storeId, name }, { action: 'domain.added', actor, now });
    return 'added';
  });
}

/** Verifies a claim whose DNS record was seen; of concurrent claims one succeeds. `taken`: another store's record is still there. */
const prove = ({ database, slugs }: Context, claim: StoreDomain, seen: Seen) =>
  slugs.invalidateAfter(
    authorizeChange(database, seen.actor, claim, async (connection) => {
      const exists = await holdStore(connection, claim.storeId);
      return exists ? proveClaim(connection, claim, seen) : 'gone';
    }),
  );

/** Records that the DNS record is missing. A verified domain whose record is missing since `lostSince` or before is lost. */
const miss = ({ database, slugs }: Context, claim: StoreDomain, seen: Missed): Promise<void> =>
  slugs.invalidateAfter(
    authorizeChange(database, seen.actor, claim, (connection) => missProof(connection, claim, seen)),
  );

type Pointing = Pick<StoreDomain, 'leadsHere' | 'error'>;

const recordPointing = ({ database }: Context, domain: StoreDomain, pointing: Pointing) =>
  matchRows(database, 'custom_domains', toKey(domain)).update(pointing);

/** Returns false when the store has no such domain. */
function remove({ database, slugs }: Context, storeId: string, name: string, actor: Actor, now: string) {
  return slugs.invalidateAfter(
    authorizeChange(database, actor, { storeId }, async (connection) => {
      // A concurrent proof reinserts the row, which a deletion that waits for the row alone would miss.
      if (!(await holdStore(connection, storeId))) return false;
      const removed = await matchRows(connection, 'custom_domains', { storeId, name }).take();
      if (!removed) return false;
      await matchRows(connection, 'jobs', { storeId, kind: CHECK_DOMAIN, subject: removed.id }).delete();
      await recordDomainCheck(connection, { storeId, name }, { action: 'domain.removed', actor, now });
      return true;
    }),
  );
}

/** Must run in the transaction that disconnects or deletes the store. */
export const removeDomains = (connection: Database, storeId: string) =>
  matchRows(connection, 'custom_domains', { storeId }).delete();

/** Locks the store against disconnection, deletion and further claims. Returns false when it is not connected. */
const holdStore = (connection: Database, id: string): Promise<boolean> =>
  matchRows(connection, 'stores', { id, deletedAt: null, disconnectedAt: null }).update({ slug: sql`slug` });

/** Answer of the name servers. */
interface Seen {
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
interface Missed extends Pick<Seen, 'now' | 'actor'> {
  lostSince: string;
}

async function proveClaim(connection: Database, claim: StoreDomain, seen: Seen) {
  const { id, name, storeId } = claim;
  const { now, actor, checkAt } = seen;
  await dropStale(connection, name, seen);
  const verified = { ...toKey(claim), verifiedAt: ['is not', null] } as const;
  const verifiedRow = matchRows(connection, 'custom_domains', verified);
  if (await verifiedRow.update({ checkedAt: now, missingSince: null })) return 'proved';
  const proved = await verify(connection, claim, now);
  if (proved !== 'proved') return proved;
  // Checks of an unverified claim end after a while.
  await enqueueJob(connection, { storeId, kind: CHECK_DOMAIN, subject: id, runAt: checkAt }, now);
  await recordDomainCheck(connection, claim, { action: 'domain.verified', actor, now });
  return proved;
}

async function missProof(connection: Database, claim: StoreDomain, { now, actor, lostSince }: Missed) {
  const proved = { ...toKey(claim), verifiedAt: ['is not', null] } as const;
  await matchRows(connection, 'custom_domains', toKey(claim)).update({ checkedAt: now });
  const present = matchRows(connection, 'custom_domains', { ...proved, missingSince: null });
  if (await present.update({ missingSince: now }))
    return recordDomainCheck(connection, claim, { action: 'domain.proof_missing', actor, now });
  const overdue = matchRows(connection, 'custom_domains', { ...proved, missingSince: ['<=', lostSince] });
  if (await overdue.update(toLost(now)))
    await recordDomainCheck(connection, claim, { action: 'domain.lost', actor, now });
}

type DomainName = Pick<StoreDomain, 'storeId' | 'name'>;
type DomainChange = Pick<Seen, 'actor' | 'now'> & { action: AuditAction };

/** Writes the audit entry of a domain's change. */
function recordDomainCheck(connection: Database, domain: DomainName, { action, actor, now }: DomainChange) {
  const { storeId, name } = domain;
  return record(connection, { actor, storeId, action, details: { domain: name }, now });
}

const toKey = ({ storeId, id }: StoreDomain) => ({ storeId, id });

const toLost = (now: string) => ({
  ...{ verifiedAt: null, missingSince: null, lostAt: now },
  ...{ leadsHere: false, error: null },
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
