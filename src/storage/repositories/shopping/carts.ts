import { type Expression, type SqlBool, sql } from 'kysely';
import type { Cart, CartOutcome } from '../../../commerce/checkout/cart.ts';
import type { CheckoutSession } from '../../../commerce/checkout/checkout-session.ts';
import type { Gid } from '../../../commerce/product/products.ts';
import type { Instant } from '../../../commerce/time/time.ts';
import type { Database, NewRow, Row } from '../../engine/database.ts';
import { createLeases, FREE, isFree, type Lease, leaseTaker } from '../../engine/leases.ts';
import { prepareInsert, prepareRead, prepareUpdate, type RowKey } from '../../engine/prepared.ts';
import type { Sealing } from '../../engine/sealing.ts';
import { TABLES } from '../../tables/tables.ts';
import { bindFunctions, type Sealed } from '../rows/bound.ts';
import { changeRows, match } from '../rows/rows.ts';
import { insertWhileOffered, isOffered, mustBeOffered } from './offered-stores.ts';

const OFFER = { capability: 'cart' } as const;

export type Carts = ReturnType<typeof createCartRepository>;

function createContext({ database, sealing }: Sealed) {
  const leased = {
    table: 'carts',
    fromRow: (row: Row<'carts'>) => fromRow(row, sealing),
    // A change writes the whole cart, at the shop too: after a power cut it needs no trace of an earlier one.
    durability: 'committed',
  } as const;
  const takeOffered = leaseTaker(database, leased, (storeId) => isOffered(storeId, OFFER));
  const takeEvenPaused = leaseTaker(database, leased, (storeId) =>
    isOffered(storeId, { ...OFFER, evenPaused: true }),
  );
  const insertRow = prepareInsert<'carts', NewRow<'carts'>>(database, (writer, row, from) =>
    insertWhileOffered(writer, 'carts', { row, from, offer: OFFER }),
  );
  const updateRow = prepareUpdate(
    database,
    'carts',
    (writer, { id, storeId, owner, ...row }: ReturnType<typeof toChangeable> & RowKey & { owner: string }) =>
      writer
        .updateTable('carts')
        .set({ ...row, ...FREE })
        .where('leaseOwner', '=', owner)
        .returning('carts.id'),
  );
  const statements = {
    takeOffered,
    takeEvenPaused,
    insertRow,
    updateRow,
    read: prepareRead(database, database.selectFrom('carts').selectAll(), 'storeId', 'id'),
  };
  return { database, sealing, leased, ...statements };
}

type Context = ReturnType<typeof createContext>;

export function createCartRepository(sealed: Sealed) {
  const context = createContext(sealed);
  return {
    ...createLeases(context.database, context.leased),
    ...bindFunctions(context, { leaseWhileOffered, find, insert, finish, cancelExpired }),
  };
}

/** Leases a cart. Throws `not_found` when the store does not offer carts, and `store_closed` when it is paused, unless `evenPaused`. */
async function leaseWhileOffered(
  context: Context,
  storeId: string,
  id: string,
  lease: Lease,
  evenPaused?: true,
) {
  const { database, takeOffered, takeEvenPaused } = context;
  const leased = await (evenPaused ? takeEvenPaused : takeOffered)(storeId, id, lease);
  if (!leased) await mustBeOffered(database, storeId, { ...OFFER, ...(evenPaused ? { evenPaused } : {}) });
  return leased;
}

async function find({ sealing, read }: Context, storeId: string, id: string): Promise<Cart | undefined> {
  const row = await read(storeId, id);
  return row && fromRow(row, sealing);
}

/** Returns false for a cart that exists. Throws `not_found` or `store_closed` when the store does not offer carts any more. */
async function insert({ database, sealing, insertRow }: Context, cart: Cart): Promise<boolean> {
  if (await insertRow(TABLES.carts.toRow(cart, sealing))) return true;
  await mustBeOffered(database, cart.storeId, OFFER);
  return false;
}

/** Writes the cart and releases its lease. Returns undefined, with nothing written, when the lease was lost. */
async function finish({ sealing, updateRow }: Context, cart: Cart, owner: string, now: string) {
  const finished = { ...cart, updatedAt: now };
  const row = { ...toChangeable(finished, sealing), storeId: cart.storeId, owner };
  return (await updateRow(row)) ? finished : undefined;
}

/** Locks a cart, so that its orders are recorded one after the other. Returns its agent; undefined for a cart that the store does not have. */
export async function lockCart(connection: Database, storeId: string, id: string) {
  const cart = await connection
    .updateTable('carts')
    .set({ updatedAt: sql`updated_at` })
    .where(match({ storeId, id }))
    .returning(['agent', 'agentVerified'])
    .executeTakeFirst();
  return cart;
}

interface FirstOrder {
  orderedAt: Instant;
  platformOrderId: Gid | null;
}

/** Writes that a cart was ordered, also while it is leased. Its first order stays. The GID is kept while the merchant offers orders. */
export async function orderCart(
  connection: Database,
  storeId: string,
  id: string | Expression<string | null>,
  { orderedAt, platformOrderId }: FirstOrder,
): Promise<void> {
  const keptId = sql<string>`case when ${isOffered(storeId, { capability: 'order', evenPaused: true })} then ${platformOrderId} end`;
  await connection
    .updateTable('carts')
    .set({ orderedAt, platformOrderId: keptId })
    .where('id', '=', id)
    .where(match({ storeId, orderedAt: null }))
    .execute();
}

/** Marks a cart that becomes a checkout session: it counts as the session from then on. */
export async function checkOutCart(connection: Database, session: CheckoutSession): Promise<void> {
  const { storeId, cartId, createdAt } = session;
  if (cartId === null) return;
  await connection
    .updateTable('carts')
    .set({ checkoutAt: createdAt })
    .where(match({ storeId, id: cartId, checkoutAt: null }))
    .execute();
}

/** Cancels expired carts that have no lease. Returns the number of canceled carts. */
const cancelExpired = ({ database }: Context, now: string): Promise<number> =>
  changeRows(
    database
      .updateTable('carts')
      .set({ status: 'canceled', ...FREE, updatedAt: now })
      .where('status', '=', sql.lit('active'))
      .where('expiresAt', '<=', now)
      .where(isFree(now)),
  );

/** Same outcomes as `toCartOutcome` finds. */
export const HAS_BECOME: Record<CartOutcome, Expression<SqlBool>> = {
  ordered: sql`ordered_at is not null`,
  active: sql`ordered_at is null and status = 'active'`,
  canceled: sql`ordered_at is null and status = 'canceled' and updated_at < expires_at`,
  expired: sql`ordered_at is null and status = 'canceled' and updated_at >= expires_at`,
};

const fromRow = (row: Row<'carts'>, sealing: Sealing): Cart => TABLES.carts.fromRow(row, sealing);

/** Columns that a change writes, with the id. Those of the order may be written during a change. */
function toChangeable(cart: Cart, sealing: Sealing) {
  const {
    storeId: _storeId,
    agent: _agent,
    agentVerified: _verified,
    createdAt: _createdAt,
    ...changed
  } = cart;
  const { orderedAt: _orderedAt, platformOrderId: _orderId, ...columns } = changed;
  return TABLES.carts.toRow(columns, sealing);
}
