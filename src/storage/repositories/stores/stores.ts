import { storeIsGone } from '../../../commerce/errors.ts';
import { UNLIMITED } from '../../../commerce/merchant/organization-limits.ts';
import { toStorePolicy } from '../../../commerce/policy/store-policy.ts';
import type { CapabilitySwitches } from '../../../commerce/store/capabilities.ts';
import { isSlug, type Store } from '../../../commerce/store/store.ts';
import { toIso } from '../../../commerce/time/time.ts';
import type { Database, Row } from '../../engine/database.ts';
import { prepareRead } from '../../engine/prepared.ts';
import { createRowCache } from '../../engine/row-caches.ts';
import type { Sealing } from '../../engine/sealing.ts';
import { generateSecret } from '../../engine/token-hash.ts';
import { TABLES } from '../../tables/tables.ts';
import { type By, record } from '../identity/audit.ts';
import { authorizeChange } from '../identity/authorized.ts';
import { type Limited, requireRoom } from '../identity/organization-limits.ts';
import { bindFunctions, type Sealed } from '../rows/bound.ts';
import { doNothing, findFirst, hasChanged, listAll } from '../rows/rows.ts';
import { parseEventTypes } from './event-types.ts';
import { change, createStoreChanges, type FollowUpJob } from './store-changes.ts';

interface NewStore extends Pick<Store, 'id' | 'slug' | 'platform' | 'description' | 'sandbox'> {
  credentials: unknown;
  /** Omitted for a store without an organization. */
  organizationId?: string | null;
}

export type Stores = ReturnType<typeof createStoreRepository>;

function createContext({ database, sealing, limits = UNLIMITED }: StoresContext) {
  const stores = database.selectFrom('stores').selectAll();
  const bySlug = prepareRead(database, stores, 'slug');
  const connectables = createRowCache(database, 'stores', async (slug) =>
    isSlug(slug) ? toConnectable(sealing, await bySlug(slug)) : undefined,
  );
  return { database, sealing, limits, connectables, invalidateAfter: connectables.invalidateAfter };
}

type StoresContext = Sealed & Partial<Limited>;
type Context = ReturnType<typeof createContext>;

export function createStoreRepository(of: StoresContext) {
  const context = createContext(of);
  return {
    ...createStoreChanges(context),
    /** Returns a cached object, which callers must not change. Runs on every request. */
    findConnectable: context.connectables.find,
    peekConnectable: context.connectables.peek,
    ...bindFunctions(context, { find, findById, findEvenDeleted, findCredentials }),
    ...bindFunctions(context, { findWebhookSecret, findFeedToken }),
    ...bindFunctions(context, {
      ...{ listIdsAfter, list, listOfOrganization, listOfAccount },
      ...{ findFirstFree, insert, reconnect },
    }),
    /** Wraps changes of stores outside this repository, to invalidate the cache. */
    invalidateAfter: context.invalidateAfter,
  };
}

const selectExisting = (database: Database) =>
  database
    .selectFrom('stores')
    .selectAll('stores')
    .where('stores.deletedAt', 'is', null)
    .orderBy('stores.slug');

/** `openCredentials` decrypts them, for connecting to the shop. */
function toConnectable(sealing: Sealing, row: Row<'stores'> | undefined) {
  if (!row) return undefined;
  // The cache would keep the whole row with a function that names it.
  const { id, credentials } = row;
  const openCredentials = () => TABLES.stores.fromRow({ id, credentials }, sealing).credentials;
  return { store: fromRow(row), openCredentials };
}

async function find({ connectables }: Context, slug: string): Promise<Store | undefined> {
  return (await connectables.find(slug))?.store;
}

/** Opens the store's credentials, for connecting to the shop. */
async function findCredentials({ database, sealing }: Context, id: string): Promise<unknown> {
  const store = database.selectFrom('stores').select(['id', 'credentials']).where('id', '=', id);
  const opened = await findFirst(store, (row) => TABLES.stores.open(row, sealing));
  if (!opened) throw storeIsGone();
  return opened.credentials;
}

const findById = ({ database }: Context, id: string): Promise<Store | undefined> =>
  findFirst(selectExisting(database).where('stores.id', '=', id), fromRow);

/** Opens the secret that signs the shop's webhooks; generates it on first use for stores of earlier versions. */
const findWebhookSecret = (context: Context, id: string) => findSecret(context, id, 'webhookSecret');

/** Opens the secret part of the addresses of the store's feeds; generates it on first use. */
const findFeedToken = (context: Context, id: string) => findSecret(context, id, 'feedToken');

async function findSecret({ database, sealing }: Context, id: string, name: 'webhookSecret' | 'feedToken') {
  const read = async () => {
    const store = database.selectFrom('stores').select(['id', name]).where('id', '=', id);
    const opened = await findFirst(store, (row) => TABLES.stores.open(row, sealing));
    if (!opened) throw storeIsGone();
    return opened[name];
  };
  const existing = await read();
  if (existing !== null) return existing;
  const secret = sealing.seal(generateSecret(), TABLES.stores.place(name, id));
  const without = database.updateTable('stores').where('id', '=', id).where(name, 'is', null);
  await without.set({ [name]: secret }).execute();
  // Read again: of two processes that generate one at once, the first one wins.
  return (await read()) ?? '';
}

/** Lists the ids of all stores behind `after`, in order. */
function listIdsAfter({ database }: Context, after: string, limit: number): Promise<string[]> {
  const behind = database.selectFrom('stores').where('id', '>', after).select('id');
  return listAll(behind.orderBy('id').limit(limit), ({ id }) => id);
}

const list = ({ database }: Context): Promise<Store[]> => listAll(selectExisting(database), fromRow);

/** Lists the stores of an organization by slug. */
const listOfOrganization = ({ database }: Context, organizationId: string): Promise<Store[]> =>
  listAll(selectExisting(database).where('organizationId', '=', organizationId), fromRow);

/** Lists the stores of all organizations of an account by slug. */
function listOfAccount({ database }: Context, accountId: string): Promise<Store[]> {
  const owned = selectExisting(database).innerJoin(
    'memberships',
    'memberships.organizationId',
    'stores.organizationId',
  );
  return listAll(owned.where('memberships.accountId', '=', accountId), fromRow);
}

/** For jobs that clean up after a deletion: some of its rows may be erased already. */
const findEvenDeleted = ({ database }: Context, id: string): Promise<Store | undefined> =>
  findFirst(database.selectFrom('stores').selectAll().where('id', '=', id), fromRow);

/** Returns the first of these slugs that no store has or had. */
async function findFirstFree({ database }: Context, slugs: readonly string[]): Promise<string | undefined> {
  const [stores, retired] = await Promise.all([
    database.selectFrom('stores').select(['slug']).where('slug', 'in', slugs).execute(),
    database.selectFrom('retired_slugs').select(['slug']).where('slug', 'in', slugs).execute(),
  ]);
  const used = new Set([...stores, ...retired].map(({ slug }) => slug));
  return slugs.find((slug) => !used.has(slug));
}

/** Returns false for a slug that is taken or retired for another organization. Throws `not_found` for a removed organization, or `limited`. */
async function insert({ database, sealing, limits }: Context, store: NewStore, now: string, by?: By) {
  // Callers may pass a whole store.
  const { id, slug, platform, description, sandbox, credentials, organizationId = null } = store;
  const times = { connectedAt: now, describedAt: now, createdAt: now };
  const texts = { description: JSON.stringify(description), webhookSecret: generateSecret() };
  const row = { id, slug, platform, sandbox, credentials, organizationId, ...texts, ...times };
  // Its lock makes a concurrent deletion of the organization wait.
  return authorizeChange(database, by?.actor, { organizationId, now }, async (connection) => {
    if (organizationId) await requireRoom(connection, limits, organizationId, 'stores');
    const inserting = connection.insertInto('stores').values(TABLES.stores.toRow(row, sealing));
    if (!(await hasChanged(inserting.onConflict(doNothing)))) return false;
    // After the insert, which has waited for a concurrent deletion that retires the slug. Stores without an organization share one.
    const retired = await connection
      .selectFrom('retired_slugs')
      .selectAll()
      .where('slug', '=', slug)
      .executeTakeFirst();
    if (retired && retired.organizationId !== organizationId) {
      await connection.deleteFrom('stores').where('id', '=', store.id).execute();
      return false;
    }
    if (by) await record(connection, { ...by, storeId: store.id, organizationId, now });
    return true;
  });
}

type Connection = Pick<NewStore, 'description' | 'credentials'>;
type Reconnecting = { now: string; by?: By; afterwards?: readonly FollowUpJob[] };

/** Replaces description and credentials, and enqueues the jobs. `connectedAt` identifies a connection: it always increases. */
async function reconnect(context: Context, id: string, connection: Connection, at: Reconnecting) {
  const { description, credentials } = connection;
  const { now, by, afterwards = [] } = at;
  const before = (await findById(context, id))?.connectedAt ?? '';
  const connectedAt = before < now ? now : toIso(Date.parse(before) + 1);
  const text = JSON.stringify(description);
  const set = { description: text, credentials, connectedAt, describedAt: now, checkoutWall: null };
  return change(context, id, set, { by, now, afterwards });
}

const fromRow = (row: Row<'stores'>): Store => ({
  ...TABLES.stores.fromRow(row),
  switches: toSwitches(row),
  eventTypes: parseEventTypes(row.eventTypes),
  policy: row.policy && toStorePolicy(row.policy),
  description: JSON.parse(row.description),
});

const toSwitches = (row: Row<'stores'>): CapabilitySwitches => ({
  cart: row.cartOn,
  order: row.orderOn,
  discount: row.discountOn,
  fulfillment: row.fulfillmentOn,
});
