import { type CheckoutSession, hasExpired } from '../commerce/checkout-session.ts';
import { CommerceError } from '../commerce/errors.ts';
import type { Order } from '../commerce/order.ts';
import type { Lease } from '../storage/checkout-sessions.ts';
import { instant, type StoreContext } from './store-context.ts';

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
const LOOK_EVERY_MS = 50;
const PATIENCE_MS = 15_000;

export function newLease(context: StoreContext): Lease {
  return { by: context.newId(), now: instant(context), until: instant(context, context.leaseMs) };
}

/** The session as it stands now: failed once its time is over. Throws `not_found`. */
export async function readSession(context: StoreContext, id: string): Promise<CheckoutSession> {
  const session = UUID.test(id) ? await context.sessions.find(context.store.id, id) : undefined;
  if (!session) throw noSuchSession(id);
  return standing(context, session);
}

function standing(context: StoreContext, session: CheckoutSession): CheckoutSession {
  return hasExpired(session, instant(context)) ? { ...session, status: 'failed' } : session;
}

function noSuchSession(id: string): CommerceError {
  return new CommerceError('not_found', `This store has no checkout session "${id.slice(0, 64)}".`);
}

export interface LeasedSession {
  session: CheckoutSession;
  /** True when an earlier change was cut off: the platform cart may hold more or less than the session says. */
  interrupted: boolean;
  finish(changed: CheckoutSession, order?: Order): Promise<CheckoutSession>;
}

/**
 * Changes of one session happen one after the other, in every process: each waits for the one before. What fails in a way
 * that leaves the platform in doubt is marked, and the next change knows of it.
 */
export async function changeSession(
  context: StoreContext,
  id: string,
  change: (leased: LeasedSession) => Promise<CheckoutSession>,
): Promise<CheckoutSession> {
  const lease = await waitForLease(context, id);
  const finish: LeasedSession['finish'] = async (changed, order) => {
    const now = instant(context);
    if (await context.sessions.finish(changed, lease.by, now, order)) return { ...changed, updatedAt: now };
    throw new CommerceError(
      'busy',
      'The session was changed by another request meanwhile. Read it, then try again.',
    );
  };
  try {
    return await change({
      session: standing(context, lease.session),
      interrupted: lease.interrupted,
      finish,
    });
  } catch (error) {
    const unsettled = lease.interrupted || !leavesThePlatformAlone(error);
    await context.sessions.release(id, lease.by, { unsettled, now: instant(context) });
    throw error;
  }
}

async function waitForLease(context: StoreContext, id: string) {
  const patience = context.now() + PATIENCE_MS;
  await readSession(context, id);
  for (;;) {
    const lease = newLease(context);
    const leased = await context.sessions.lease(context.store.id, id, lease);
    if (leased) return { by: lease.by, ...leased };
    if (context.now() >= patience) {
      const message = 'Another request is changing this checkout session. Try again in a few seconds.';
      throw new CommerceError('busy', message, { retryAfterSeconds: 5 });
    }
    await context.wait(LOOK_EVERY_MS);
  }
}

const HARMLESS = new Set(['invalid_input', 'unknown_item', 'item_unavailable', 'not_found', 'conflict']);

function leavesThePlatformAlone(error: unknown): boolean {
  return error instanceof CommerceError && HARMLESS.has(error.kind);
}
