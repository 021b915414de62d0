import { sql } from 'kysely';
import { CHECK_DOMAIN } from '../../../commerce/job/job-names.ts';
import type { StoreDomain } from '../../../commerce/store/store-domain.ts';
import type { Database } from '../../engine/database.ts';
import { prepareRead } from '../../engine/prepared.ts';
import { createRowCache } from '../../engine/row-caches.ts';
import type { Actor } from '../identity/audit.ts';
import { authorizeChange } from '../identity/authorized.ts';
import { enqueueJob } from '../jobs/jobs.ts';
import { bindFunctions } from '../rows/bound.ts';
import { insertRow, matchRows } from '../rows/rows.ts';
import { type Missed, missProof, proveClaim, recordDomainCheck, type Seen } from './domain-proofs.ts';

function createContext(database: Database) {
  const served = database
    .selectFrom('custom_domains')
    .innerJoin('stores', 'stores.id', 'custom_domains.store_id')
    .select(['custom_domains.name', 'stores.slug'])
    .where('custom_domains.verified_at', 'is not', null)
    .where((row) => row.and({ 'stores.deleted_at': null, 'stores.disconnected_at': null }));
  const read = prepareRead(database, served, 'custom_domains.name');
  const findSlugNow = async (name: string) => (await read(name))?.slug;
  return { database, findSlugNow, slugs: createRowCache(database, 'custom_domains', findSlugNow) };
}

type Context = ReturnType<typeof createContext>;

/** Every decision is one transaction with its audit entry, and safe to repeat. */
export function createCustomDomainRepository(database: Database) {
  const context = createContext(database);
  return {
    /** `findSlug` without the cache. */
    findSlugNow: context.findSlugNow,
    ...bindFunctions(context, { findSlug, listOfStore, find, findById, findPrimary }),
    ...bindFunctions(context, { add, prove, miss, recordPointing, remove }),
  };
}

/** Returns the slug of the connected store that has verified the domain. Runs on every request. */
const findSlug = async ({ slugs }: Context, name: string): Promise<string | undefined> => slugs.find(name);

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

/**
 * Claims a name and enqueues its check; other stores may claim it, too. Raced claims of a store share one token. `too_many`
 * (beside `max` others), `gone` (the store is disconnected): nothing is written.
 */
function add(
  { database }: Context,
  claim: Pick<StoreDomain, 'id' | 'storeId' | 'name' | 'token'>,
  { actor, now, max }: { actor: Actor; now: string; max: number },
): Promise<'added' | 'known' | 'too_many' | 'gone'> {
  const { id, storeId, name, token } = claim;
  return authorizeChange(database, actor, { storeId }, async (connection) => {
    if (!(await holdStore(connection, storeId))) return 'gone';
    if (await matchRows(connection, 'custom_domains', { storeId, name }).exists()) return 'known';
    if ((await matchRows(connection, 'custom_domains', { storeId }).count()) >= max) return 'too_many';
    await insertRow(connection, 'custom_domains', {
      id,
      storeId,
      name,
      token,
      createdAt: now,
      leadsHere: false,
    });
    await enqueueJob(connection, { storeId, kind: CHECK_DOMAIN, subject: id }, now);
    await recordDomainCheck(connection, { storeId, name }, { action: 'domain.added', actor, now });
    return 'added';
  });
}

/**
 * Verifies a claim whose DNS record was seen. A store whose record is gone loses the domain at once; `taken`: another store's
 * record is still there. Of concurrent claims one succeeds.
 */
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

async function recordPointing(
  { database }: Context,
  { storeId, id }: Pick<StoreDomain, 'storeId' | 'id'>,
  { leadsHere, error }: Pick<StoreDomain, 'leadsHere' | 'error'>,
): Promise<void> {
  await matchRows(database, 'custom_domains', { storeId, id }).update({ leadsHere, error });
}

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
export async function removeDomains(connection: Database, storeId: string): Promise<void> {
  await matchRows(connection, 'custom_domains', { storeId }).delete();
}

/** Locks the store against disconnection, deletion and further claims. Returns false when it is not connected. */
const holdStore = (connection: Database, id: string): Promise<boolean> =>
  matchRows(connection, 'stores', { id, deletedAt: null, disconnectedAt: null }).update({ slug: sql`slug` });
