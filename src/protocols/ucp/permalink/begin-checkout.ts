import type { CheckoutSession } from '../../../commerce/checkout/checkout-session.ts';
import { CommerceError, type ItemRefusal } from '../../../commerce/errors.ts';
import type { StoreContext } from '../../../operations/call/store-context.ts';
import { type ChangedLine, dropUnavailableLines } from '../../../operations/cart/drop-unavailable-lines.ts';
import type { WantedCart } from '../../../operations/cart/make-platform-cart.ts';
import type { RequestedLine } from '../../../operations/cart/requested-lines.ts';
import { createCheckout } from '../../../operations/checkout/create-checkout.ts';
import { toWarnings } from '../content/outcomes.ts';
import { buildLinkKey } from './same-browser.ts';

type LinkedCheckout = WantedCart & { discountCodes: string[] };

export interface Begun {
  session: CheckoutSession;
  /** Id in the browser's cookie. */
  browser: string;
  /** False when the browser returned to an open session. */
  created: boolean;
}

/** Numbers of the link that are ids of products. */
type ReadAsProducts = { productNumbers: ReadonlySet<string> };

/** Finds the numbers that are ids of products, from the shop's refusals. */
type ReadNumbers = (refusals: readonly ItemRefusal[]) => Promise<ReadonlySet<string>>;

/**
 * Creates a checkout session of the available lines, or returns the numbers that are products' before any line is dropped for
 * them. A retry or race of one browser within two minutes returns to its open session, never to one of another browser; cut
 * off, as `createCheckout`.
 */
export async function beginCheckout(
  context: StoreContext,
  browser: string | undefined,
  link: LinkedCheckout,
  readNumbers: ReadNumbers,
): Promise<Begun | ReadAsProducts> {
  if (browser !== undefined) {
    const checkout = await beginAs(context, browser, link, readNumbers);
    if ('productNumbers' in checkout || checkout.created || isOpen(checkout.session)) return checkout;
  }
  return beginAs(context, context.newId(), link, readNumbers);
}

async function beginAs(
  context: StoreContext,
  browser: string,
  link: LinkedCheckout,
  readNumbers: ReadNumbers,
): Promise<Begun | ReadAsProducts> {
  const idempotencyKey = buildLinkKey(context.store.id, browser, link);
  const create = async (lines: RequestedLine[], changed: readonly ChangedLine[]) => {
    try {
      const warnings = toWarnings(changed, {});
      return await createCheckout(context, { ...link, lines, warnings, idempotencyKey });
    } catch (error) {
      if (error instanceof CommerceError && error.unhonored)
        return createCheckout(context, { ...link, lines, fulfillment: undefined, idempotencyKey });
      const refusals = error instanceof CommerceError ? error.refusals : [];
      const productNumbers = await readNumbers(refusals);
      if (productNumbers.size > 0) return { productNumbers };
      throw error;
    }
  };
  const checkout = await dropUnavailableLines(link.lines, create);
  return 'productNumbers' in checkout ? checkout : { ...checkout, browser };
}

/** A link has no agent to complete its session, so an order ends it. */
function isOpen({ status, order }: CheckoutSession): boolean {
  return order === null && (status === 'requires_escalation' || status === 'initiated');
}

/** Returns the payment page. Throws `busy` while another request of this browser creates the cart. */
export function getHandOver({ continueUrl }: CheckoutSession): URL {
  const url = continueUrl === null ? null : URL.parse(continueUrl);
  if (url && /^https?:$/.test(url.protocol)) return url;
  throw new CommerceError('busy', 'The store is still making the cart. Try again in a moment.', {
    retryAfterSeconds: 2,
  });
}
