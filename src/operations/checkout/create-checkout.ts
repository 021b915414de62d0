import { addToLog } from '../../commerce/call/caller.ts';
import { NO_TOTALS, normalizeCodes } from '../../commerce/checkout/cart.ts';
import {
  type CheckoutSession,
  hasExpired,
  nextStatus,
  SESSION_LIFETIME_MS,
} from '../../commerce/checkout/checkout-session.ts';
import { toSessionFailure } from '../../commerce/checkout/session-failure.ts';
import { toConflictError } from '../../commerce/errors.ts';
import { EXPIRY } from '../../commerce/order/events.ts';
import { toErrorTextForAgents } from '../../commerce/text/error-text-for-agents.ts';
import type { Lease } from '../../storage/engine/leases.ts';
import type { PlatformCart } from '../../store-platforms/store-platform.ts';
import { type Claims, makeOnce } from '../call/idempotency.ts';
import { createLease, releaseAfterFailure } from '../call/lease.ts';
import { getInstant, type StoreContext } from '../call/store-context.ts';
import { toCartContent, toSessionFulfillment } from '../cart/cart-content.ts';
import { abandonMade, makePlatformCart, type WantedCart } from '../cart/make-platform-cart.ts';
import { type ReadLine, type RequestedLine, readLines } from '../cart/requested-lines.ts';
import { finishSession, toSessionEvents } from './session-lease.ts';

interface CreateCheckout extends Omit<WantedCart, 'lines'> {
  /** A function is called unless the key finds a session. */
  lines: readonly RequestedLine[] | (() => Promise<readonly RequestedLine[]>);
  cartId?: string | undefined;
  idempotencyKey?: string | undefined;
}

/** `created`: false for a session of an earlier request with the key. */
interface CreatedSession {
  session: CheckoutSession;
  created: boolean;
}

/**
 * Creates a session and its platform cart, or replays the session that holds the idempotency key: raced or retried requests make one cart
 * (docs/contract.md, Checkout sessions). Cut off: the session stays `initiated` until its lease ends, and a replay fills it. A platform
 * failure fails the session, which frees the key.
 */
export async function createCheckout(context: StoreContext, input: CreateCheckout): Promise<CreatedSession> {
  const request = { ...input, codes: normalizeCodes(input.discountCodes ?? []) };
  let lines: ReadLine[] | undefined;
  const resolveLines = async () => {
    lines ??= await readLines(context, typeof input.lines === 'function' ? await input.lines() : input.lines);
    return lines;
  };
  const claims = createSessionClaims(context, input, resolveLines);
  return makeOnce(context, claims, async ({ session, created }, owner) => {
    const claim = { session, owner, lines: await resolveLines() };
    const ids = { cartId: session.id, sessionId: session.id };
    const cart = await makePlatformCart(context, ids, claim.lines, request).catch((error) =>
      failSession(context, claim, error),
    );
    return { session: await openSession(context, claim, cart, request), created };
  });
}

/** Longest wait for another request that fills the session. */
const TIMEOUT_MS = 5_000;

/**
 * Claims an idempotency key by inserting its session, before the platform is asked. `resolveLines` refuses requests of which no session
 * is stored; the session of an earlier one is returned all the same. A session that is still being filled is awaited briefly and returned
 * as it stands; one whose maker died is taken over (docs/decisions/0002-checkout-sessions.md).
 */
function createSessionClaims(
  context: StoreContext,
  request: CreateCheckout,
  resolveLines: () => Promise<unknown>,
): Claims<CreatedSession & { id: string }, CreatedSession> {
  const { sessions: table, store } = context;
  const { idempotencyKey: key } = request;
  let holder: CheckoutSession | undefined;
  return {
    table,
    timeoutMs: TIMEOUT_MS,
    async take(lease) {
      holder = key === undefined ? undefined : await table.findByKey(store.id, key);
      if (holder) return settleHolder(context, holder, lease);
      await resolveLines();
      return insertSession(context, request, lease.owner);
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
async function insertSession(context: StoreContext, request: CreateCheckout, owner: string) {
  const session = buildSession(context, request);
  // The lease begins now: a shop may have been asked for the items.
  const lease = { ...createLease(context), owner };
  if (await context.sessions.claim(session, lease, toSessionEvents(context, undefined, session)))
    return { claim: { id: session.id, session, created: true } };
  await context.sessions.mustBeOffered(context.store.id);
  return undefined;
}

/** Returns undefined while another request fills the session, and where the key must be looked up again. */
async function settleHolder(context: StoreContext, holder: CheckoutSession, lease: Lease) {
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
  await releaseAfterFailure(context.leaseMs, () => sessions.release(store.id, id, lease.owner, state));
  return undefined;
}

function buildSession(context: StoreContext, request: CreateCheckout): CheckoutSession {
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

/** A session without a cart, under the lease of the request that fills it. */
interface OwnedSession {
  session: CheckoutSession;
  owner: string;
  lines: readonly ReadLine[];
}

/** Opens the session for the buyer with its cart, or returns it as another request has filled it. Throws `conflict` for a failed session. */
async function openSession(
  context: StoreContext,
  { session, owner }: OwnedSession,
  cart: PlatformCart,
  { codes, fulfillment }: Pick<WantedCart, 'fulfillment'> & { codes: string[] },
): Promise<CheckoutSession> {
  const ready = {
    ...session,
    ...toCartContent(context, cart, codes),
    status: nextStatus(session.status, 'cart_ready'),
    fulfillment: toSessionFulfillment(cart, fulfillment),
  };
  if (await finishSession(context, { before: session, owner }, ready)) return ready;
  const current = await context.sessions.find(context.store.id, session.id);
  // Another request took the session over. Its cart is kept: a platform may make one cart for each session.
  if (current && current.status !== 'failed') return current;
  await abandonMade(context, cart.handle, session.id);
  const failure = current?.failure;
  const message = failure
    ? `The checkout session failed while its cart was being built: ${toErrorTextForAgents({ ...failure, kind: failure.code })}`
    : 'The checkout session was canceled while its cart was being built.';
  throw toConflictError(message);
}

/** Fails the session, and throws the error of its cart. */
async function failSession(
  context: StoreContext,
  { session, owner, lines }: OwnedSession,
  error: unknown,
): Promise<never> {
  const { requestId } = context.caller;
  const failure = toSessionFailure(error, { requestId, lines: [...lines] });
  const failed = { ...session, status: nextStatus(session.status, 'cart_failed'), failure };
  if (await finishSession(context, { before: session, owner }, failed))
    addToLog(context.callLog, { failedSessionId: session.id });
  throw error;
}
