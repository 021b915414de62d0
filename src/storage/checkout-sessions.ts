import { type Insertable, type Selectable, sql } from 'kysely';
import type { CheckoutSession, SessionStatus } from '../commerce/checkout-session.ts';
import type { Order, OrderStatus, PaymentEvidence } from '../commerce/order.ts';
import type { Database } from './database.ts';
import { insertOrder } from './orders.ts';
import { prepared } from './prepared.ts';
import type { Sealing } from './sealing.ts';
import type { CheckoutSessionsTable } from './tables.ts';

/** The right to change a session for a while; who dies with it loses it at `until`. ISO instants. */
export interface Lease {
  by: string;
  now: string;
  until: string;
}

export type CheckoutSessions = ReturnType<typeof checkoutSessions>;

export function checkoutSessions(database: Database, sealing: Sealing) {
  const byId = prepared(database, (storeId: string, id: string) =>
    database.selectFrom('checkout_sessions').selectAll().where('store_id', '=', storeId).where('id', '=', id),
  );
  const byKey = prepared(database, (storeId: string, key: string) =>
    database
      .selectFrom('checkout_sessions')
      .selectAll()
      .where('store_id', '=', storeId)
      .where('idempotency_key', '=', key)
      // Not a bound value: the partial index would not be used for it.
      .where('status', '<>', sql.lit('failed')),
  );
  const opened = (row: Selectable<CheckoutSessionsTable> | undefined) => row && fromRow(row, sealing);

  return {
    async find(storeId: string, id: string): Promise<CheckoutSession | undefined> {
      return opened(await byId(storeId, id));
    },

    /** The session that holds an idempotency key. A failed one holds none. */
    async findByKey(storeId: string, key: string): Promise<CheckoutSession | undefined> {
      return opened(await byKey(storeId, key));
    },

    /** Inserts the session, and with it claims its key, leased to its maker. False: another session holds the key. */
    async claim(session: CheckoutSession, lease: Lease): Promise<boolean> {
      const result = await database
        .insertInto('checkout_sessions')
        .values({ ...toRow(session, sealing), busy_by: lease.by, busy_until: lease.until })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      return result.numInsertedOrUpdatedRows === 1n;
    },

    /**
     * Takes the right to change a session, and reads it as it then stands. `interrupted`: an earlier holder died at its
     * work. Undefined: somebody else is at it, or there is no such session.
     */
    async lease(
      storeId: string,
      id: string,
      lease: Lease,
    ): Promise<{ session: CheckoutSession; interrupted: boolean } | undefined> {
      const row = await byId(storeId, id);
      if (!row || (row.busy_until !== null && row.busy_until > lease.now)) return undefined;
      const result = await database
        .updateTable('checkout_sessions')
        .set({ busy_by: lease.by, busy_until: lease.until })
        .where('id', '=', id)
        .where('busy_by', 'is not distinct from', row.busy_by)
        .executeTakeFirst();
      if (result.numUpdatedRows !== 1n) return undefined;
      // Read again: what was read before the lease may have been changed by the holder before.
      const session = opened(await byId(storeId, id));
      return session && { session, interrupted: row.busy_by !== null };
    },

    /** Gives a lease back with nothing written. `unsettled`: the platform may have done more than is recorded here. */
    async release(id: string, by: string, state: { unsettled: boolean; now: string }): Promise<void> {
      await database
        .updateTable('checkout_sessions')
        .set(state.unsettled ? { busy_until: state.now } : { busy_by: null, busy_until: null })
        .where('id', '=', id)
        .where('busy_by', '=', by)
        .execute();
    },

    /** Writes the session and gives its lease back, in one step with its order. False: the lease was lost, nothing is written. */
    async finish(session: CheckoutSession, by: string, now: string, order?: Order): Promise<boolean> {
      const write = async (connection: Database) => {
        const result = await connection
          .updateTable('checkout_sessions')
          .set({ ...toRow(session, sealing), busy_by: null, busy_until: null, updated_at: now })
          .where('id', '=', session.id)
          .where('busy_by', '=', by)
          .executeTakeFirst();
        const written = result.numUpdatedRows === 1n;
        if (written && order) await insertOrder(connection, order, now);
        return written;
      };
      return order ? database.transaction().execute(write) : write(database);
    },

    /** Sessions past their time fail, here as on read; one that is being changed is left to its holder. Returns how many. */
    async failExpired(now: string): Promise<number> {
      const result = await database
        .updateTable('checkout_sessions')
        .set({ status: 'failed', busy_by: null, busy_until: null, updated_at: now })
        .where('status', 'in', ['initiated', 'requires_escalation'])
        .where('expires_at', '<=', now)
        .where((row) => row.or([row('busy_until', 'is', null), row('busy_until', '<=', now)]))
        .executeTakeFirst();
      return Number(result.numUpdatedRows);
    },
  };
}

function place(column: string, id: string): string {
  return `checkout_sessions.${column}/${id}`;
}

function fromRow(row: Selectable<CheckoutSessionsTable>, sealing: Sealing): CheckoutSession {
  const open = (column: 'cart_handle' | 'continue_url') => {
    const sealed = row[column];
    return sealed === null ? null : sealing.open(sealed, place(column, row.id));
  };
  return {
    id: row.id,
    storeId: row.store_id,
    status: row.status as SessionStatus,
    idempotencyKey: row.idempotency_key,
    currency: row.currency,
    lines: JSON.parse(row.lines),
    totals: JSON.parse(row.totals),
    discounts: row.discounts === null ? null : JSON.parse(row.discounts),
    pending: row.pending === null ? null : JSON.parse(row.pending),
    cartHandle: open('cart_handle'),
    continueUrl: open('continue_url'),
    order: row.order_id === null ? null : { id: row.order_id, status: row.order_status as OrderStatus },
    payment: row.payment as PaymentEvidence | null,
    expiresAt: row.expires_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function toRow(session: CheckoutSession, sealing: Sealing): Insertable<CheckoutSessionsTable> {
  const seal = (column: 'cart_handle' | 'continue_url', text: string | null) =>
    text === null ? null : sealing.seal(text, place(column, session.id));
  return {
    id: session.id,
    store_id: session.storeId,
    status: session.status,
    idempotency_key: session.idempotencyKey,
    currency: session.currency,
    lines: JSON.stringify(session.lines),
    totals: JSON.stringify(session.totals),
    discounts: session.discounts && JSON.stringify(session.discounts),
    pending: session.pending && JSON.stringify(session.pending),
    cart_handle: seal('cart_handle', session.cartHandle),
    continue_url: seal('continue_url', session.continueUrl),
    order_id: session.order?.id ?? null,
    order_status: session.order?.status ?? null,
    payment: session.payment,
    expires_at: session.expiresAt,
    created_at: session.createdAt,
    updated_at: session.updatedAt,
  };
}
