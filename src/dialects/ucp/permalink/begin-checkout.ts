import type { CheckoutSession } from '../../../commerce/checkout-session.ts';
import { CommerceError } from '../../../commerce/errors.ts';
import { asFarAsAvailable } from '../../../operations/as-far-as-available.ts';
import { createCheckout } from '../../../operations/create-checkout.ts';
import type { RequestedLine } from '../../../operations/requested-lines.ts';
import type { StoreContext } from '../../../operations/store-context.ts';
import { noticesOf } from '../outcomes.ts';
import { keyOf } from './same-browser.ts';

export interface LinkedCheckout {
  lines: RequestedLine[];
  discountCodes: string[];
  buyer?: { email?: string; name?: string };
}

export interface Begun {
  session: CheckoutSession;
  /** What this browser is known by from now on. */
  browser: string;
  /** False for one that this browser came back to. */
  created: boolean;
}

/**
 * Begins an ordinary checkout session of what can be had. Retried or raced by one browser, which is known for two minutes, the
 * same link comes back to the same session; once that is paid or over, to a new one. A browser that is not known begins one
 * each time: nobody is led onto a checkout that may be another person's. Cut off: as `createCheckout` says.
 */
export async function beginCheckout(
  context: StoreContext,
  browser: string | undefined,
  wanted: LinkedCheckout,
): Promise<Begun> {
  if (browser !== undefined) {
    const known = await beginAs(context, browser, wanted);
    if (known.created || isOpen(known.session)) return known;
  }
  return beginAs(context, context.newId(), wanted);
}

async function beginAs(context: StoreContext, browser: string, wanted: LinkedCheckout): Promise<Begun> {
  const idempotencyKey = keyOf(context.store.id, browser, wanted);
  const { made } = await asFarAsAvailable(wanted.lines, (lines, changed) =>
    createCheckout(context, { ...wanted, lines, notices: noticesOf(changed, {}), idempotencyKey }),
  );
  return { ...made, browser };
}

/** A shop tells of an order at once; only the agent that asks completes the session, and a link has none. */
function isOpen({ status, order }: CheckoutSession): boolean {
  return order === null && (status === 'requires_escalation' || status === 'initiated');
}

/** Where the buyer pays. Throws `busy` while another request of this browser is still making the cart. */
export function handOverOf({ continueUrl }: CheckoutSession): URL {
  const url = continueUrl === null ? null : URL.parse(continueUrl);
  if (url && /^https?:$/.test(url.protocol)) return url;
  throw new CommerceError('busy', 'The store is still making the cart. Try again in a moment.', {
    retryAfterSeconds: 2,
  });
}
