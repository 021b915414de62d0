import { addToLog } from '../../commerce/call/caller.ts';
import { NO_TOTALS, normalizeCodes } from '../../commerce/checkout/cart.ts';
import {
  type CheckoutSession,
  nextStatus,
  SESSION_LIFETIME_MS,
} from '../../commerce/checkout/checkout-session.ts';
import { toSessionFailure } from '../../commerce/checkout/session-failure.ts';
import { CommerceError, toConflictError } from '../../commerce/errors.ts';
import { toErrorTextForAgents } from '../../commerce/text/error-text-for-agents.ts';
import { createLease, runUnderLease } from '../call/lease.ts';
import { getInstant, type StoreContext } from '../call/store-context.ts';
import { toCartContent, toSessionFulfillment } from '../cart/cart-content.ts';
import { abandonMade, makePlatformCart, type WantedCart } from '../cart/make-platform-cart.ts';
import { readLines } from '../cart/requested-lines.ts';
import { type BuildCart, replayCheckout } from './replay-checkout.ts';
import { toSessionEvents } from './session-events.ts';
import { finishSession } from './session-lease.ts';

interface CreateCheckout extends WantedCart {
  /** Cart of the lines. */
  cartId?: string | undefined;
  idempotencyKey?: string | undefined;
}

/** Lost races for one key: after each, the winner is replayed, or has failed and freed the key. */
const MAX_ATTEMPTS = 20;

/**
 * Creates a session and its platform cart, or replays the session that holds the idempotency key, which is claimed before the
 * platform is asked: raced or retried requests make one cart (docs/contract.md, Checkout sessions).
 * Cut off: the session stays `initiated` until its lease ends, and a replay fills it. A platform failure frees the key.
 */
export async function createCheckout(
  context: StoreContext,
  input: CreateCheckout,
): Promise<{ session: CheckoutSession; created: boolean }> {
  const { sessions: table, store } = context;
  const build: BuildCart = (session, by) => {
    const { id } = session;
    // Writes nothing where the session has failed, which also releases its lease.
    const release = () => table.release(store.id, id, by, { unsettled: true, now: getInstant(context) });
    return runUnderLease(context, { table, id, by, release }, () => buildCart(context, session, by, input));
  };
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const refusal = await findRefusal(context, input);
    const lease = createLease(context);
    const session = buildSession(context, input);
    const events = toSessionEvents(context, 'session.created', session);
    // Claimed before the key is looked up: most keys are fresh.
    if (!refusal && (await context.sessions.claim(session, lease, events)))
      return { session: await build(session, lease.by), created: true };
    const replayed = input.idempotencyKey && (await replayCheckout(context, input.idempotencyKey, build));
    if (replayed) return { session: replayed, created: false };
    if (refusal) throw refusal;
    await context.sessions.mustBeOffered(context.store.id);
  }
  throw new CommerceError(
    'busy',
    'Other requests with this idempotency key keep failing. Try again in a moment.',
  );
}

/** Returns the error of unreadable ids, with which no session is stored; a replay does not read them. */
async function findRefusal(
  context: StoreContext,
  { lines }: CreateCheckout,
): Promise<CommerceError | undefined> {
  try {
    await readLines(context, lines);
    return undefined;
  } catch (error) {
    if (error instanceof CommerceError) return error;
    throw error;
  }
}

function buildSession(context: StoreContext, input: CreateCheckout): CheckoutSession {
  const now = getInstant(context);
  return {
    id: context.newId(),
    storeId: context.store.id,
    status: 'initiated',
    cartId: input.cartId ?? null,
    idempotencyKey: input.idempotencyKey ?? null,
    currency: context.store.description.currency,
    lines: [],
    totals: NO_TOTALS,
    discounts: null,
    warnings: input.warnings ?? [],
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

async function buildCart(
  context: StoreContext,
  session: CheckoutSession,
  leaseBy: string,
  input: CreateCheckout,
): Promise<CheckoutSession> {
  const codes = normalizeCodes(input.discountCodes ?? []);
  const ids = { cartId: session.id, sessionId: session.id };
  const cart = await makePlatformCart(context, ids, input, codes).catch((error) =>
    failSession(context, session, { leaseBy, lines: input.lines, error }),
  );
  const status = nextStatus(session.status, 'cart_ready');
  const fulfillment = toSessionFulfillment(cart, input.fulfillment);
  const ready = { ...session, status, ...toCartContent(context, cart, codes), fulfillment };
  if (await finishSession(context, { before: session, by: leaseBy }, ready)) return ready;
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
  session: CheckoutSession,
  { leaseBy, lines, error }: { leaseBy: string; lines: CreateCheckout['lines']; error: unknown },
): Promise<never> {
  const { requestId } = context.caller;
  const failure = toSessionFailure(error, { requestId, lines });
  const failed = { ...session, status: nextStatus(session.status, 'cart_failed'), failure };
  if (await finishSession(context, { before: session, by: leaseBy }, failed))
    addToLog(context.callLog, { failedSessionId: session.id });
  throw error;
}
