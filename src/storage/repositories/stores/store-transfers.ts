import type { LimitRules } from '../../../commerce/merchant/organization-limits.ts';
import type { Database } from '../../engine/database.ts';
import { generateSecret, hashToken } from '../../engine/token-hash.ts';
import type { TableRecord } from '../../tables/tables.ts';
import { type By, record } from '../identity/audit.ts';
import { authorizeAlso, authorizeChange, lockOrganization } from '../identity/authorized.ts';
import { requireRoom } from '../identity/organization-limits.ts';
import { bindFunctions } from '../rows/bound.ts';
import { hasChanged, match } from '../rows/rows.ts';

type StoreTransfer = TableRecord<'store_transfers'>;

interface OpenTransfer extends StoreTransfer {
  /** Name of the organization that offers the store. */
  organization: string;
}

interface Context {
  database: Database;
  invalidateAfter: <Result>(change: Promise<Result>) => Promise<Result>;
  limits: LimitRules;
}

/** Stores hashes only: the token of an offer's link is shown once, when it is created. */
export const createStoreTransferRepository = (context: Context) =>
  bindFunctions(context, { put, findByStore, find, withdraw, accept, move });

const open = (database: Database, now: string) =>
  database
    .selectFrom('store_transfers')
    .innerJoin('stores', 'stores.id', 'store_transfers.storeId')
    .innerJoin('organizations', 'organizations.id', 'store_transfers.organizationId')
    .select(['storeId', 'store_transfers.organizationId'])
    .select(['offeredBy', 'store_transfers.createdAt'])
    .select(['expiresAt', 'organizations.name as organization'])
    // An offer ends when the store is deleted or has gone elsewhere.
    .whereRef('stores.organizationId', '=', 'store_transfers.organizationId')
    .where('stores.deletedAt', 'is', null)
    .where('store_transfers.expiresAt', '>', now);

/** Replaces an earlier offer of the store, and returns the token of the link. */
async function put({ database }: Context, transfer: StoreTransfer, by: By): Promise<string> {
  const token = generateSecret();
  const row = { ...transfer, tokenHash: hashToken(token) };
  await authorizeChange(database, by.actor, { storeId: transfer.storeId }, async (connection) => {
    await connection
      .insertInto('store_transfers')
      .values(row)
      .onConflict((conflict) => conflict.columns(['storeId']).doUpdateSet(row))
      .execute();
    await record(connection, { ...by, storeId: transfer.storeId, now: transfer.createdAt });
  });
  return token;
}

const findByStore = ({ database }: Context, storeId: string, now: string) =>
  open(database, now).where('storeId', '=', storeId).executeTakeFirst();

/** Returns undefined for an unknown, used, withdrawn or expired token. */
const find = ({ database }: Context, token: string, now: string): Promise<OpenTransfer | undefined> =>
  open(database, now).where('tokenHash', '=', hashToken(token)).executeTakeFirst();

/** Returns false for a store that is not offered. */
const withdraw = ({ database }: Context, storeId: string, by: By, now: string): Promise<boolean> =>
  authorizeChange(database, by.actor, { storeId }, async (connection) => {
    if (!(await hasChanged(connection.deleteFrom('store_transfers').where('storeId', '=', storeId))))
      return false;
    await record(connection, { ...by, storeId, now });
    return true;
  });

/** Uses the offer up and moves the store. Of concurrent uses one returns true. */
function accept(context: Context, token: string, to: string, by: By, now: string) {
  const { database, invalidateAfter, limits } = context;
  const work = authorizeChange(database, by.actor, { organizationId: to, now }, async (connection) => {
    const offer = await connection
      .deleteFrom('store_transfers')
      .where('tokenHash', '=', hashToken(token))
      .where('expiresAt', '>', now)
      .returning(['storeId', 'organizationId'])
      .executeTakeFirst();
    if (!offer) return false;
    const { storeId, organizationId: from } = offer;
    return moveStore(connection, limits, { storeId, from, to, by, now });
  });
  return invalidateAfter(work);
}

/** Moves a store at once; null: of no organization. Returns false for a store that is not in `from`. */
const move = (
  { database, invalidateAfter, limits }: Context,
  storeId: string,
  from: string | null,
  to: string,
  by: By,
  now: string,
): Promise<boolean> =>
  invalidateAfter(
    authorizeChange(database, by.actor, { storeId }, async (connection) => {
      await lockOrganization(connection, to, now);
      await authorizeAlso(connection, by.actor, { organizationId: to, now });
      return moveStore(connection, limits, { storeId, from, to, by, now });
    }),
  );

const MOVED_WITH_STORE = ['stores', 'catalog_mb', 'event_endpoints'] as const;

interface Move {
  storeId: string;
  from: string | null;
  to: string;
  by: By;
  now: string;
}

/** Writes an entry to the logs of the store and of the old organization. Throws `limited` without room; the caller has locked it. */
async function moveStore(connection: Database, limits: LimitRules, { storeId, from, to, by, now }: Move) {
  const owned = match({ id: storeId, organizationId: from, deletedAt: null });
  const moving = connection.updateTable('stores').set({ organizationId: to }).where(owned);
  if (!(await hasChanged(moving))) return false;
  // Counts the moved store already: an error rolls the move back.
  if (from !== to) for (const name of MOVED_WITH_STORE) await requireRoom(connection, limits, to, name, 0);
  await connection.deleteFrom('store_transfers').where('storeId', '=', storeId).execute();
  await connection.updateTable('jobs').set({ organizationId: to }).where('storeId', '=', storeId).execute();
  await record(connection, { ...by, storeId, organizationId: to, now });
  if (from !== null && from !== to) await record(connection, { ...by, organizationId: from, now });
  return true;
}
