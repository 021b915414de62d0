import type { CheckoutSession } from './checkout-session.ts';

/** Parts of a session that are stored in another form, with its milestones: a row keeps the first instant of each. */
export interface StoredParts extends Pick<CheckoutSession, 'fulfillment'> {
  handedOffAt: string | null;
  settledAt: string | null;
}

export function toStoredParts(session: CheckoutSession, now: string): StoredParts {
  const { continueUrl, status } = session;
  return {
    fulfillment: toStoredFulfillment(session),
    handedOffAt: continueUrl === null ? null : now,
    settledAt: status === 'completed' || status === 'failed' ? now : null,
  };
}

/** The buyer's address is kept while the session is open. */
function toStoredFulfillment({ status, fulfillment }: CheckoutSession): CheckoutSession['fulfillment'] {
  if (status === 'failed' || !fulfillment) return null;
  if (status !== 'completed') return fulfillment;
  return { ...fulfillment, destination: { country: fulfillment.destination.country } };
}
