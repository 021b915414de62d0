import type { CheckoutSession } from '../../../commerce/checkout-session.ts';
import { CommerceError, type ItemRefusal } from '../../../commerce/errors.ts';
import { dropUnavailableLines, type ChangedLine } from '../../../operations/drop-unavailable-lines.ts';
import { createCheckout } from '../../../operations/create-checkout.ts';
import type { RequestedLine } from '../../../operations/requested-lines.ts';
import type { StoreContext } from '../../../operations/store-context.ts';
import { warningsOf } from '../outcomes.ts';
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

/** Numbers of the link that are to be read as products'. */
export interface OfProducts {
  ofProducts: ReadonlySet<string>;
}

/** What the shop's refusals tell of a link's numbers: those that are products'. */
type ReadNumbers = (refusals: readonly ItemRefusal[]) => Promise<ReadonlySet<string>>;

/**
 * Begins an ordinary checkout session of what can be had; or says which numbers are no variants' but products', before anything
 * is left out for them. Retried or raced by one browser, which is known for two minutes, the same link comes back to the same
 * session; once that is paid or over, to a new one. A browser that is not known begins one each time: nobody is led onto a
 * checkout that may be another person's. Cut off: as `createCheckout` says.
 */
export async function beginCheckout(
  context: StoreContext,
  browser: string | undefined,
  wanted: LinkedCheckout,
  readNumbers: ReadNumbers,
): Promise<Begun | OfProducts> {
  if (browser !== undefined) {
    const known = await beginAs(context, browser, wanted, readNumbers);
    if ('ofProducts' in known || known.created || isOpen(known.session)) return known;
  }
  return beginAs(context, context.newId(), wanted, readNumbers);
}

async function beginAs(
  context: StoreContext,
  browser: string,
  wanted: LinkedCheckout,
  readNumbers: ReadNumbers,
): Promise<Begun | OfProducts> {
  const idempotencyKey = keyOf(context.store.id, browser, wanted);
  const create = async (lines: RequestedLine[], changed: readonly ChangedLine[]) => {
    try {
      const warnings = warningsOf(changed, {});
      return await createCheckout(context, { ...wanted, lines, warnings, idempotencyKey });
    } catch (error) {
      const refusals = error instanceof CommerceError ? error.refusals : [];
      const ofProducts = await readNumbers(refusals);
      if (ofProducts.size > 0) return { ofProducts };
      throw error;
    }
  };
  const { made } = await dropUnavailableLines(wanted.lines, create);
  return 'ofProducts' in made ? made : { ...made, browser };
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
