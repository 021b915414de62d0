import { type CheckoutSession, hasExpired } from '../commerce/checkout-session.ts';
import { CommerceError } from '../commerce/errors.ts';
import type { Order } from '../commerce/order.ts';
import { isUuid } from '../commerce/uuid.ts';
import { withLease, leaseLost } from './with-lease.ts';
import { instant, type StoreContext } from './store-context.ts';

/** The session as it stands now: failed once its time is over. Throws `not_found`. */
export async function readSession(context: StoreContext, id: string): Promise<CheckoutSession> {
  const session = isUuid(id) ? await context.sessions.find(context.store.id, id) : undefined;
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

/** Changes a session when its turn has come. */
export async function changeSession(
  context: StoreContext,
  id: string,
  change: (leased: LeasedSession) => Promise<CheckoutSession>,
): Promise<CheckoutSession> {
  const what = 'checkout session';
  const mustExist = () => readSession(context, id);
  return withLease(context, id, { what, table: context.sessions, mustExist }, (turn) =>
    change({
      session: standing(context, turn.resource),
      interrupted: turn.interrupted,
      async finish(changed, order) {
        const finished = await context.sessions.finish(changed, turn.by, instant(context), order);
        if (finished) return finished;
        throw leaseLost(what);
      },
    }),
  );
}
