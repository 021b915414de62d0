import { NO_TOTALS, normalizeCodes } from '../commerce/cart.ts';
import {
  type CheckoutSession,
  hasExpired,
  nextStatus,
  SESSION_LIFETIME_MS,
} from '../commerce/checkout-session.ts';
import { CommerceError } from '../commerce/errors.ts';
import type { PlatformCart } from '../platforms/store-platform.ts';
import { fillCart, type RequestedLine, readLines } from './requested-lines.ts';
import { newLease } from './session-lease.ts';
import { instant, type StoreContext } from './store-context.ts';

export interface CreateCheckout {
  lines: RequestedLine[];
  discountCodes?: string[];
  buyer?: { email?: string; name?: string };
  idempotencyKey?: string;
}

type ReadLines = ReturnType<typeof readLines>;

/**
 * Makes a session and its platform cart, or finds the session that already holds the idempotency key (contract.md, rule 2).
 * Raced or retried: the key is claimed before the platform is asked, so one key makes one cart. Cut off in between: the
 * session stays `initiated` until its lease ends; a replay then fills it. A platform failure fails the session, which frees
 * the key. `created` is false for a replay.
 */
export async function createCheckout(
  context: StoreContext,
  input: CreateCheckout,
): Promise<{ session: CheckoutSession; created: boolean }> {
  const replayed = await findReplay(context, input);
  if (replayed) return { session: replayed, created: false };
  const lines = readLines(context, input.lines);
  for (;;) {
    const lease = newLease(context);
    const session = newSession(context, input);
    if (await context.sessions.claim(session, lease)) {
      return { session: await buildCart(context, session, lease.by, input, lines), created: true };
    }
    const winner = await findReplay(context, input);
    if (winner) return { session: winner, created: false };
  }
}

function newSession(context: StoreContext, input: CreateCheckout): CheckoutSession {
  const now = instant(context);
  return {
    id: context.newId(),
    storeId: context.store.id,
    status: 'initiated',
    idempotencyKey: input.idempotencyKey ?? null,
    currency: context.store.description.currency,
    lines: [],
    totals: NO_TOTALS,
    discounts: null,
    pending: null,
    cartHandle: null,
    continueUrl: null,
    order: null,
    payment: null,
    expiresAt: instant(context, SESSION_LIFETIME_MS),
    createdAt: now,
    updatedAt: now,
  };
}

const BRIEFLY_MS = 5_000;
const LOOK_EVERY_MS = 50;

/** The session that holds the key: at once when its cart is ready, else as it stands after a brief wait. */
async function findReplay(
  context: StoreContext,
  input: CreateCheckout,
): Promise<CheckoutSession | undefined> {
  const key = input.idempotencyKey;
  if (key === undefined) return undefined;
  const patience = context.now() + BRIEFLY_MS;
  for (;;) {
    const session = await context.sessions.findByKey(context.store.id, key);
    if (!session) return undefined;
    if (hasExpired(session, instant(context))) {
      // Frees the key; what a live lease still protects is waited for like any other.
      await context.sessions.failExpired(instant(context));
    } else if (session.status !== 'initiated') {
      return session;
    } else {
      const taken = await takeOver(context, session, input);
      if (taken) return taken;
    }
    if (context.now() >= patience) return session;
    await context.wait(LOOK_EVERY_MS);
  }
}

/** Fills a session whose maker died between claim and cart. Undefined while the maker's lease is live. */
async function takeOver(
  context: StoreContext,
  stalled: CheckoutSession,
  input: CreateCheckout,
): Promise<CheckoutSession | undefined> {
  const lease = newLease(context);
  const leased = await context.sessions.lease(context.store.id, stalled.id, lease);
  if (!leased) return undefined;
  if (leased.session.status !== 'initiated') {
    await context.sessions.release(stalled.id, lease.by, { unsettled: false, now: lease.now });
    return undefined;
  }
  try {
    return await buildCart(context, leased.session, lease.by, input, readLines(context, input.lines));
  } catch (error) {
    await context.sessions.release(stalled.id, lease.by, { unsettled: true, now: instant(context) });
    throw error;
  }
}

async function buildCart(
  context: StoreContext,
  session: CheckoutSession,
  leaseBy: string,
  input: CreateCheckout,
  lines: ReadLines,
): Promise<CheckoutSession> {
  const codes = normalizeCodes(input.discountCodes ?? []);
  const cart = await askForCart(context, session, leaseBy, input, lines, codes);
  const ready = withCart(session, cart, codes);
  if (await context.sessions.finish(ready, leaseBy, instant(context))) return ready;
  // Somebody took over or canceled while the platform was slow: this cart is one too many.
  await context.platform.abandonCart(cart.handle, session.id, context.caller).catch(() => undefined);
  const standing = await context.sessions.find(context.store.id, session.id);
  if (standing && standing.status !== 'failed') return standing;
  throw new CommerceError('conflict', 'The checkout session was canceled while its cart was being built.');
}

async function askForCart(
  context: StoreContext,
  session: CheckoutSession,
  leaseBy: string,
  input: CreateCheckout,
  lines: ReadLines,
  codes: string[],
): Promise<PlatformCart> {
  try {
    return await fillCart(context, lines, (cartLines) =>
      context.platform.createCart(
        {
          cartId: session.id,
          sessionId: session.id,
          lines: cartLines,
          ...(codes.length > 0 ? { discountCodes: codes } : {}),
          ...(input.buyer ? { buyer: input.buyer } : {}),
        },
        context.caller,
      ),
    );
  } catch (error) {
    const failed = { ...session, status: nextStatus(session.status, 'cart_failed') };
    await context.sessions.finish(failed, leaseBy, instant(context));
    throw error;
  }
}

function withCart(session: CheckoutSession, cart: PlatformCart, codes: string[]): CheckoutSession {
  return {
    ...session,
    status: nextStatus(session.status, 'cart_ready'),
    currency: cart.currency,
    lines: cart.lines,
    totals: cart.totals,
    discounts: codes.length > 0 ? { codes, ...cart.discounts } : null,
    cartHandle: cart.handle,
    continueUrl: cart.continueUrl,
  };
}
