import { NO_TOTALS } from '../../commerce/checkout/cart.ts';
import {
  type CheckoutSession,
  hasExpired,
  SESSION_LIFETIME_MS,
} from '../../commerce/checkout/checkout-session.ts';
import { EXPIRY } from '../../commerce/order/events.ts';
import type { Lease } from '../../storage/engine/leases.ts';
import type { Claims } from '../call/idempotency.ts';
import { createLease, releaseAfterFailure } from '../call/lease.ts';
import { getInstant, type StoreContext } from '../call/store-context.ts';
import type { ReadLine } from '../cart/requested-lines.ts';
import { toSessionEvents } from './session-events.ts';

export interface SessionRequest {
  /** Cart of the lines. */
  cartId?: string | undefined;
  idempotencyKey?: string | undefined;
  warnings?: CheckoutSession['warnings'];
}

/** `created`: false for a session of an earlier request with the key. */
export interface CreatedSession {
  session: CheckoutSession;
  created: boolean;
}

/** Session without a cart, which this request fills. */
interface ClaimedSession extends CreatedSession {
  id: string;
  /** Present in a new session. */
  lines?: ReadLine[];
}

const TIMEOUT_MS = 5_000;

/**
 * Claims an idempotency key by inserting its session, before the platform is asked. `resolveLines` refuses requests of which no session
 * is stored; the session of an earlier one is returned all the same. A session that is still being filled is awaited briefly and returned
 * as it stands; one whose maker died is taken over (docs/decisions/0002-checkout-sessions.md).
 */
export function createSessionClaims(
  context: StoreContext,
  request: SessionRequest,
  resolveLines: () => Promise<ReadLine[]>,
): Claims<ClaimedSession, CreatedSession> {
  const { sessions: table, store } = context;
  const { idempotencyKey: key } = request;
  let holder: CheckoutSession | undefined;
  return {
    table,
    timeoutMs: TIMEOUT_MS,
    async take(lease) {
      holder = key === undefined ? undefined : await table.findByKey(store.id, key);
      if (holder) return settleHolder(context, holder, lease);
      return insertSession(context, request, await resolveLines(), lease.owner);
    },
    async giveUp() {
      await table.syncClaims();
      return holder && { session: holder, created: false };
    },
    // Writes nothing where the session has failed, which also releases its lease.
    release: ({ id }, owner) =>
      table.release(store.id, id, owner, { unsettled: true, now: getInstant(context) }),
  };
}

/** Returns undefined where another session has been inserted under the key. */
async function insertSession(
  context: StoreContext,
  request: SessionRequest,
  lines: ReadLine[],
  owner: string,
): Promise<{ claim: ClaimedSession } | undefined> {
  const session = buildSession(context, request);
  const events = toSessionEvents(context, 'session.created', session);
  // The lease begins now: a shop may have been asked for the items.
  const lease = { ...createLease(context), owner };
  if (await context.sessions.claim(session, lease, events))
    return { claim: { id: session.id, session, created: true, lines } };
  await context.sessions.mustBeOffered(context.store.id);
  return undefined;
}

/** Returns undefined while another request fills the session, and where the key must be looked up again. */
async function settleHolder(
  context: StoreContext,
  holder: CheckoutSession,
  lease: Lease,
): Promise<{ claim: ClaimedSession } | { made: CreatedSession } | undefined> {
  const { sessions, store } = context;
  const { id } = holder;
  if (hasExpired(holder, lease.now)) {
    // Frees the key, unless a live lease still protects the session.
    await sessions.failExpired(lease.now, EXPIRY);
    return undefined;
  }
  if (holder.status !== 'initiated') return { made: { session: holder, created: false } };
  const leased = await sessions.lease(store.id, id, lease);
  if (!leased) return undefined;
  if (leased.resource.status === 'initiated')
    return { claim: { id, session: leased.resource, created: false } };
  const state = { unsettled: false, now: getInstant(context) };
  await releaseAfterFailure(context, () => sessions.release(store.id, id, lease.owner, state));
  return undefined;
}

function buildSession(context: StoreContext, request: SessionRequest): CheckoutSession {
  const now = getInstant(context);
  return {
    id: context.newId(),
    storeId: context.store.id,
    status: 'initiated',
    cartId: request.cartId ?? null,
    idempotencyKey: request.idempotencyKey ?? null,
    currency: context.store.description.currency,
    lines: [],
    totals: NO_TOTALS,
    discounts: null,
    warnings: request.warnings ?? [],
    fulfillment: null,
    pending: null,
    cartHandle: null,
    continueUrl: null,
    order: null,
    payment: null,
    isPaid: false,
    buyerSteps: {},
    problem: null,
    failure: null,
    agent: context.caller.agent ?? null,
    agentProfile: context.caller.agentProfile ?? null,
    agentVerified: context.caller.verified ?? null,
    expiresAt: getInstant(context, SESSION_LIFETIME_MS),
    createdAt: now,
    updatedAt: now,
  };
}
