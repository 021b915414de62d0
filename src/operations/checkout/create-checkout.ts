import { addToLog } from '../../commerce/call/caller.ts';
import { normalizeCodes } from '../../commerce/checkout/cart.ts';
import { type CheckoutSession, nextStatus } from '../../commerce/checkout/checkout-session.ts';
import { toSessionFailure } from '../../commerce/checkout/session-failure.ts';
import { toConflictError } from '../../commerce/errors.ts';
import { toErrorTextForAgents } from '../../commerce/text/error-text-for-agents.ts';
import type { PlatformCart } from '../../store-platforms/store-platform.ts';
import { makeOnce } from '../call/idempotency.ts';
import type { StoreContext } from '../call/store-context.ts';
import { toCartContent, toSessionFulfillment } from '../cart/cart-content.ts';
import { abandonMade, makePlatformCart, type WantedCart } from '../cart/make-platform-cart.ts';
import { type ReadLine, type RequestedLine, readLines } from '../cart/requested-lines.ts';
import { type CreatedSession, createSessionClaims, type SessionRequest } from './claim-session.ts';
import { finishSession } from './session-lease.ts';

interface CreateCheckout extends SessionRequest, Omit<WantedCart, 'lines'> {
  /** A function is called unless the key finds a session. */
  lines: readonly RequestedLine[] | (() => Promise<readonly RequestedLine[]>);
}

/**
 * Creates a session and its platform cart, or replays the session that holds the idempotency key: raced or retried requests make one cart
 * (docs/contract.md, Checkout sessions). Cut off: the session stays `initiated` until its lease ends, and a replay fills it. A platform
 * failure fails the session, which frees the key.
 */
export async function createCheckout(context: StoreContext, input: CreateCheckout): Promise<CreatedSession> {
  const resolveLines = async () =>
    readLines(context, typeof input.lines === 'function' ? await input.lines() : input.lines);
  const claims = createSessionClaims(context, input, resolveLines);
  return makeOnce(context, claims, async ({ session, created, ...claim }, owner) => {
    const lines = claim.lines ?? (await resolveLines());
    const codes = normalizeCodes(input.discountCodes ?? []);
    const ids = { cartId: session.id, sessionId: session.id };
    const cart = await makePlatformCart(context, ids, lines, { ...input, codes }).catch((error) =>
      failSession(context, { session, owner }, lines, error),
    );
    return { session: await openSession(context, { session, owner }, cart, { ...input, codes }), created };
  });
}

interface OwnedSession {
  session: CheckoutSession;
  /** Owner of its lease. */
  owner: string;
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
  { session, owner }: OwnedSession,
  lines: readonly ReadLine[],
  error: unknown,
): Promise<never> {
  const { requestId } = context.caller;
  const failure = toSessionFailure(error, { requestId, lines: [...lines] });
  const failed = { ...session, status: nextStatus(session.status, 'cart_failed'), failure };
  if (await finishSession(context, { before: session, owner }, failed))
    addToLog(context.callLog, { failedSessionId: session.id });
  throw error;
}
