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
import { countRows, doNothing, hasChanged, hasRows, match } from '../rows/rows.ts';

function createContext(database: Database) {
  const served = database
    .selectFrom('custom_domains')
    .innerJoin('stores', 'stores.id', 'custom_domains.storeId')
    .select(['custom_domains.name', 'stores.slug'])
    .where('custom_domains.verifiedAt', 'is not', null)
    .where(match({ 'stores.deletedAt': null, 'stores.disconnectedAt': null }));
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
  database
    .selectFrom('custom_domains')
    .selectAll()
    .where('storeId', '=', storeId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();

const find = ({ database }: Context, storeId: string, name: string): Promise<StoreDomain | undefined> =>
  database.selectFrom('custom_domains').selectAll().where(match({ storeId, name })).executeTakeFirst();

const findById = ({ database }: Context, storeId: string, id: string): Promise<StoreDomain | undefined> =>
  database.selectFrom('custom_domains').selectAll().where(match({ storeId, id })).executeTakeFirst();

/** Returns the domain verified first among the domains that lead to this service. */
async function findPrimary({ database }: Context, storeId: string): Promise<string | undefined> {
  const first = await database
    .selectFrom('custom_domains')
    .select('name')
    .where(match({ storeId, leadsHere: true }))
    .where('verifiedAt', 'is not', null)
    .orderBy('verifiedAt')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
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
    if (await hasRows(connection.selectFrom('custom_domains').where(match({ storeId, name }))))
      return 'known';
    if ((await countRows(connection.selectFrom('custom_domains').where('storeId', '=', storeId))) >= max)
      return 'too_many';
    await connection
      .insertInto('custom_domains')
      .values({ ...claim, createdAt: now, leadsHere: false })
      .execute();
    await enqueueJob(connection, { storeId, kind: CHECK_DOMAIN, subject: id }, now);
    await recordDomainCheck(connection, { storeId, name }, 'domain.added', { actor, now });
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
  hasChanged(updateClaim(database, domain).set(pointing));

/** Returns false when the store has no such domain. */
function remove({ database, slugs }: Context, storeId: string, name: string, actor: Actor, now: string) {
  return slugs.invalidateAfter(
    authorizeChange(database, actor, { storeId }, async (connection) => {
      // A concurrent proof reinserts the row, which a deletion that waits for the row alone would miss.
      if (!(await holdStore(connection, storeId))) return false;
      const removed = await connection
        .deleteFrom('custom_domains')
        .where(match({ storeId, name }))
        .returningAll()
        .executeTakeFirst();
      if (!removed) return false;
      await connection
        .deleteFrom('jobs')
        .where(match({ storeId, kind: CHECK_DOMAIN, subject: removed.id }))
        .execute();
      await recordDomainCheck(connection, { storeId, name }, 'domain.removed', { actor, now });
      return true;
    }),
  );
}

/** Must run in the transaction that disconnects or deletes the store. */
export const removeDomains = (connection: Database, storeId: string) =>
  hasChanged(connection.deleteFrom('custom_domains').where('storeId', '=', storeId));

/** Locks the store against disconnection, deletion and further claims. Returns false when it is not connected. */
const holdStore = (connection: Database, id: string): Promise<boolean> =>
  hasChanged(
    connection
      .updateTable('stores')
      .set({ slug: sql`slug` })
      .where(match({ id, deletedAt: null, disconnectedAt: null })),
  );

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
  const { now, checkAt } = seen;
  await dropStale(connection, name, seen);
  const verified = updateClaim(connection, claim).where('verifiedAt', 'is not', null);
  if (await hasChanged(verified.set({ checkedAt: now, missingSince: null }))) return 'proved';
  const proved = await verify(connection, claim, now);
  if (proved !== 'proved') return proved;
  // Checks of an unverified claim end after a while.
  await enqueueJob(connection, { storeId, kind: CHECK_DOMAIN, subject: id, runAt: checkAt }, now);
  await recordDomainCheck(connection, claim, 'domain.verified', seen);
  return proved;
}

async function missProof(connection: Database, claim: StoreDomain, { now, actor, lostSince }: Missed) {
  await updateClaim(connection, claim).set({ checkedAt: now }).execute();
  const proved = updateClaim(connection, claim).where('verifiedAt', 'is not', null);
  if (await hasChanged(proved.set({ missingSince: now }).where('missingSince', 'is', null)))
    return recordDomainCheck(connection, claim, 'domain.proof_missing', { actor, now });
  if (await hasChanged(proved.set(toLost(now)).where('missingSince', '<=', lostSince)))
    await recordDomainCheck(connection, claim, 'domain.lost', { actor, now });
}

/** Writes the audit entry of a domain's change. */
const recordDomainCheck = (
  connection: Database,
  { storeId, name }: Pick<StoreDomain, 'storeId' | 'name'>,
  action: AuditAction,
  { actor, now }: Pick<Seen, 'actor' | 'now'>,
) => record(connection, { actor, storeId, action, details: { domain: name }, now });

const isClaim = ({ storeId, id }: StoreDomain) => match({ storeId, id });

const updateClaim = (connection: Database, claim: StoreDomain) =>
  connection.updateTable('custom_domains').where(isClaim(claim));

const toLost = (now: string) => ({
  ...{ verifiedAt: null, missingSince: null, lostAt: now },
  ...{ leadsHere: false, error: null },
});

/** Deletes and reinserts the claim: an insert waits for a concurrent claim's commit and skips, where an update would fail. */
async function verify(connection: Database, claim: StoreDomain, now: string) {
  const deleted = await connection
    .deleteFrom('custom_domains')
    .where(isClaim(claim))
    .returningAll()
    .executeTakeFirst();
  if (!deleted) return 'gone';
  const row = { ...deleted, checkedAt: now };
  const verified = { ...row, verifiedAt: now, missingSince: null, lostAt: null };
  if (await hasChanged(connection.insertInto('custom_domains').values(verified).onConflict(doNothing)))
    return 'proved';
  await connection.insertInto('custom_domains').values(row).execute();
  return 'taken';
}

/** Takes the domain from stores whose record is gone; their audit entry does not name the new owner. */
async function dropStale(connection: Database, name: string, { texts, now, service }: Seen): Promise<void> {
  const gone = await connection
    .updateTable('custom_domains')
    .set(toLost(now))
    .where('name', '=', name)
    .where('verifiedAt', 'is not', null)
    .where('token', 'not in', ['', ...texts])
    .returning('storeId')
    .execute();
  for (const { storeId } of gone)
    await recordDomainCheck(connection, { storeId, name }, 'domain.lost', { actor: service, now });
}
