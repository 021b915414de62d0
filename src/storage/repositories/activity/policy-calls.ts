import type { Database } from '../../engine/database.ts';
import { TABLES } from '../../tables/tables.ts';
import { bindFunctions } from '../rows/bound.ts';
import { match } from '../rows/rows.ts';
import type { LoggedRequest } from './request-log-rows.ts';

/** Logged call with the facts that rules read: null for calls of earlier versions, and for calls that failed before they were admitted. */
export interface PolicyCall
  extends Pick<
    LoggedRequest,
    'id' | 'at' | 'endpoint' | 'status' | 'agent' | 'sessionId' | 'cartId' | 'facts'
  > {
  /** True when a rule refused it. */
  refused: boolean;
}

type Position = Pick<PolicyCall, 'at' | 'id'>;

const BATCH_SIZE = 500;

/** Reads the request log for forecasts. */
export const createPolicyCallRepository = (database: Database) =>
  bindFunctions(database, { findSince, listAfter, listOrdered });

/** Returns the instant from which at most `max` calls follow, not before `earliest`. */
async function findSince(database: Database, storeId: string, earliest: string, max: number) {
  const calls = database.selectFrom('request_log').where('storeId', '=', storeId).where('at', '>=', earliest);
  const row = await calls.select('at').orderBy('at', 'desc').offset(max).limit(1).executeTakeFirst();
  return { at: row?.at ?? earliest, complete: row === undefined };
}

/** Lists calls behind a position, oldest first. */
async function listAfter(database: Database, storeId: string, { at, id }: Position, limit: number) {
  const rows = await database
    .selectFrom('request_log')
    .select(['id', 'at', 'endpoint', 'status', 'agent', 'sessionId', 'cartId', 'facts', 'verdicts'])
    .where('storeId', '=', storeId)
    .where('at', '>=', at)
    .where((row) => row.or([row('at', '>', at), row('id', '>', id)]))
    .orderBy('at')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((row) => {
    const { verdicts, ...call } = TABLES.request_log.fromRow(row);
    return { ...call, refused: verdicts.some(({ mode }) => mode === 'on') };
  });
}

type Bought = Record<'sessions' | 'carts', Iterable<string>>;

/** Returns the sessions, and carts without a session, with an order that the shop has confirmed. */
async function listOrdered(database: Database, storeId: string, { sessions, carts }: Bought) {
  const ofSessions = database
    .selectFrom('orders')
    .select('sessionId as id')
    .where(match({ storeId, payment: 'verified' }));
  const ofCarts = database
    .selectFrom('cart_orders')
    .select('cartId as id')
    .distinct()
    .where('storeId', '=', storeId);
  return new Set([
    ...(await listOrderedAmong([...sessions], (ids) => ofSessions.where('sessionId', 'in', ids))),
    ...(await listOrderedAmong([...carts], (ids) => ofCarts.where('cartId', 'in', ids))),
  ]);
}

async function listOrderedAmong(
  ids: readonly string[],
  select: (ids: readonly string[]) => { execute(): Promise<{ id: string }[]> },
): Promise<string[]> {
  const ordered: { id: string }[] = [];
  for (let from = 0; from < ids.length; from += BATCH_SIZE)
    ordered.push(...(await select(ids.slice(from, from + BATCH_SIZE)).execute()));
  return ordered.map(({ id }) => id);
}
