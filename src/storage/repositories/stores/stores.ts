import { randomBytes } from 'node:crypto';
import { storeIsGone } from '../../../commerce/errors.ts';
import { UNLIMITED } from '../../../commerce/merchant/organization-limits.ts';
import { toStorePolicy } from '../../../commerce/policy/store-policy.ts';
import type { CapabilitySwitches } from '../../../commerce/store/capabilities.ts';
import { isSlug, type Store, type StoreDescription } from '../../../commerce/store/store.ts';
import { toIso } from '../../../commerce/time/time.ts';
import type { Database, Row } from '../../engine/database.ts';
import { invalidatingCache } from '../../engine/invalidating-cache.ts';
import { prepared } from '../../engine/prepared.ts';
import type { Sealing } from '../../engine/sealing.ts';
import { TABLES } from '../../tables/tables.ts';
import { type By, record } from '../identity/audit.ts';
import { authorized } from '../identity/authorized.ts';
import { type Limited, requireRoom } from '../identity/organization-limits.ts';
import { bound, type Sealed } from '../rows/bound.ts';
import { insertNew, rowsOf } from '../rows/rows.ts';
import { allOf, firstOf } from '../rows/run-statement.ts';
import { eventTypesOf } from './event-types.ts';
import { firstFreeSlug, isRetiredFor } from './retired-slugs.ts';
import { change, type FollowUpJob, storeChanges } from './store-changes.ts';

interface NewStore extends Pick<Store, 'id' | 'slug' | 'platform' | 'description' | 'sandbox'> {
  credentials: unknown;
  /** Omitted for a store without an organization. */
  organizationId?: string | null;
}

interface ConnectableStore {
  store: Store;
  /** Decrypts them, for connecting to the shop. */
  openCredentials(): unknown;
}

export type Stores = ReturnType<typeof stores>;

function contextOf({ database, sealing, limits = UNLIMITED }: StoresContext) {
  const bySlug = prepared(database, (slug: string) =>
    database.selectFrom('stores').selectAll().where('slug', '=', slug),
  );
  const byId = prepared(database, (id: string) =>
    database.selectFrom('stores').selectAll().where('id', '=', id).where('deleted_at', 'is', null),
  );
  const credentialsById = prepared(database, (id: string) =>
    database.selectFrom('stores').select('credentials').where('id', '=', id),
  );
  const connectables = invalidatingCache(database, 'stores', async (slug) =>
    isSlug(slug) ? connectable(sealing, await bySlug(slug)) : undefined,
  );
  return { database, sealing, limits, byId, credentialsById, connectables, changing: connectables.changing };
}

type StoresContext = Sealed & Partial<Limited>;
type Context = ReturnType<typeof contextOf>;

export function stores(of: StoresContext) {
  const context = contextOf(of);
  return {
    ...storeChanges(context),
    /** Returns a cached object, which callers must not change. Runs on every request. */
    findConnectable: context.connectables.find,
    ...bound(context, { find, findById, findEvenDeleted, credentialsOf, webhookSecretOf }),
    ...bound(context, { idsAfter, list, ofOrganization, ofAccount, firstFree, insert, reconnect }),
    /** Wraps changes of stores outside this repository, to invalidate the cache. */
    changing: context.changing,
  };
}

const existing = (database: Database) =>
  database
    .selectFrom('stores')
    .selectAll('stores')
    .where('stores.deleted_at', 'is', null)
    .orderBy('stores.slug');

const openCredentials = (sealing: Sealing, id: string, sealed: string): unknown =>
  TABLES.stores.opened({ id, credentials: sealed }, sealing).credentials;

function connectable(sealing: Sealing, row: Row<'stores'> | undefined): ConnectableStore | undefined {
  if (!row) return undefined;
  // The cache would keep the whole row with a function that names it.
  const { id, credentials } = row;
  return { store: fromRow(row), openCredentials: () => openCredentials(sealing, id, credentials) };
}

async function find({ connectables }: Context, slug: string): Promise<Store | undefined> {
  return (await connectables.find(slug))?.store;
}

/** Opens the store's credentials, for connecting to the shop. */
async function credentialsOf({ sealing, credentialsById }: Context, id: string): Promise<unknown> {
  const row = await credentialsById(id);
  if (!row) throw storeIsGone();
  return openCredentials(sealing, id, row.credentials);
}

async function findById({ byId }: Context, id: string): Promise<Store | undefined> {
  const row = await byId(id);
  return row && fromRow(row);
}

/** Opens the secret that signs the shop's webhooks; generates it on first use for stores of earlier versions. */
async function webhookSecretOf({ database, sealing }: Context, id: string): Promise<string> {
  const read = async () => {
    const row = await rowsOf(database, 'stores', { id }, sealing).read(['webhookSecret']);
    if (!row) throw storeIsGone();
    return row.webhookSecret;
  };
  const existing = await read();
  if (existing !== null) return existing;
  const without = rowsOf(database, 'stores', { id, webhookSecret: null }, sealing);
  await without.update({ webhookSecret: randomSecret() });
  // Read again: of two processes that generate one at once, the first one wins.
  return (await read()) ?? '';
}

/** Lists the ids of all stores behind `after`, in order. */
function idsAfter({ database }: Context, after: string, limit: number): Promise<string[]> {
  const behind = rowsOf(database, 'stores', { id: ['>', after] })
    .query()
    .select('id');
  return allOf(behind.orderBy('id').limit(limit), ({ id }) => id);
}

const list = ({ database }: Context): Promise<Store[]> => allOf(existing(database), fromRow);

/** Lists the stores of an organization by slug. */
const ofOrganization = ({ database }: Context, organizationId: string): Promise<Store[]> =>
  allOf(existing(database).where('organization_id', '=', organizationId), fromRow);

/** Lists the stores of all organizations of an account by slug. */
function ofAccount({ database }: Context, accountId: string): Promise<Store[]> {
  const owned = existing(database).innerJoin(
    'memberships',
    'memberships.organization_id',
    'stores.organization_id',
  );
  return allOf(owned.where('memberships.account_id', '=', accountId), fromRow);
}

/** For jobs that clean up after a deletion: some of its rows may be erased already. */
const findEvenDeleted = ({ database }: Context, id: string): Promise<Store | undefined> =>
  firstOf(database.selectFrom('stores').selectAll().where('id', '=', id), fromRow);

/** Returns the first of these slugs that no store has or had. */
const firstFree = ({ database }: Context, slugs: readonly string[]): Promise<string | undefined> =>
  firstFreeSlug(database, slugs);

/**
 * Returns false for a slug that is taken or retired for another organization, even in a race. Throws `not_found` for a removed
 * organization, `limited` for one without room.
 */
async function insert({ database, sealing, limits }: Context, store: NewStore, now: string, by?: By) {
  // Callers may pass a whole store.
  const { id, slug, platform, description, sandbox, credentials, organizationId = null } = store;
  const times = { connectedAt: now, describedAt: now, createdAt: now };
  const members = { id, slug, platform, description, sandbox, credentials, organizationId };
  const row = { ...members, webhookSecret: randomSecret(), ...times };
  // Its lock makes a concurrent deletion of the organization wait.
  return authorized(database, by?.actor, { organizationId, now }, async (connection) => {
    if (organizationId) await requireRoom(connection, limits, organizationId, 'stores');
    if (!(await insertNew(connection, 'stores', row, sealing))) return false;
    // After the insert, which has waited for a concurrent deletion that retires the slug.
    if (await isRetiredFor(connection, store.slug, organizationId)) {
      await rowsOf(connection, 'stores', { id: store.id }).delete();
      return false;
    }
    if (by) await record(connection, { ...by, storeId: store.id, organizationId, now });
    return true;
  });
}

/**
 * Replaces description and credentials, and enqueues the jobs, in one transaction. `connectedAt` identifies a connection: it
 * always increases.
 */
async function reconnect(
  context: Context,
  id: string,
  { description, credentials }: { description: StoreDescription; credentials: unknown },
  { now, by, afterwards = [] }: { now: string; by?: By; afterwards?: readonly FollowUpJob[] },
): Promise<boolean> {
  const before = (await context.byId(id))?.connected_at ?? '';
  const connectedAt = before < now ? now : toIso(Date.parse(before) + 1);
  const connection = { description, credentials, connectedAt, describedAt: now };
  return change(context, id, connection, { by, now, afterwards });
}

const randomSecret = (): string => randomBytes(32).toString('base64url');

function fromRow(row: Row<'stores'>): Store {
  return {
    ...TABLES.stores.fromRow(row),
    switches: switchesOf(row),
    eventTypes: eventTypesOf(row.event_types),
    policy: row.policy === null ? null : toStorePolicy(JSON.parse(row.policy)),
  };
}

function switchesOf(row: Row<'stores'>): CapabilitySwitches {
  return {
    cart: row.cart_on === 1,
    order: row.order_on === 1,
    discount: row.discount_on === 1,
    fulfillment: row.fulfillment_on === 1,
  };
}
