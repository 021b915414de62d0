import type { Repositories } from '../storage/repositories/index.ts';
import type { CartOrders } from '../storage/repositories/shopping/cart-orders.ts';
import type { CheckoutSessions } from '../storage/repositories/shopping/checkout-sessions.ts';
import type { Orders } from '../storage/repositories/shopping/orders.ts';
import type { Metrics } from './metrics.ts';

type Counted = Pick<Metrics, 'sessionChanged' | 'orderChanged' | 'cartOrderDropped'>;

/** Counts the state transitions of sessions and orders that this process writes. */
export function countTransitions(repositories: Repositories, metrics: Counted): Repositories {
  return {
    ...repositories,
    sessions: countSessions(repositories.sessions, metrics),
    orders: countOrders(repositories.orders, metrics),
    cartOrders: countCartOrders(repositories.cartOrders, metrics),
  };
}

function countSessions(sessions: CheckoutSessions, metrics: Counted): CheckoutSessions {
  return {
    ...sessions,

    async claim(session, lease, events) {
      const claimed = await sessions.claim(session, lease, events);
      if (claimed) metrics.sessionChanged('none', session.status);
      return claimed;
    },

    async finish(session, owner, now, change) {
      const finished = await sessions.finish(session, owner, now, change);
      if (!finished) return undefined;
      const { from, order } = change;
      if (from !== finished.status) metrics.sessionChanged(from, finished.status);
      // A verified order was written, and counted, before its session was finished.
      const isNewClaim = order?.payment === 'claimed' && finished.order?.id === order.id;
      if (isNewClaim) metrics.orderChanged('none', order.status, order.payment);
      return finished;
    },

    async failExpired(now, failure) {
      const count = await sessions.failExpired(now, failure);
      if (count > 0) metrics.sessionChanged('open', 'expired', count);
      return count;
    },
  };
}

function countOrders(orders: Orders, metrics: Counted): Orders {
  return {
    ...orders,
    async record(order, change) {
      const recorded = await orders.record(order, change);
      const { before, learnedBy } = change;
      if (recorded && learnedBy) metrics.orderChanged(before?.status ?? 'none', order.status, order.payment);
      return recorded;
    },
  };
}

function countCartOrders({ record }: CartOrders, metrics: Counted): CartOrders {
  return {
    async record(order, cartId, at) {
      const change = await record(order, cartId, at);
      if (change === 'dropped') metrics.cartOrderDropped();
      else if (change !== 'unchanged' && change !== order.status)
        metrics.orderChanged(change, order.status, 'verified');
      return change;
    },
  };
}
