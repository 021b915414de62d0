import { type Warning, normalizeCodes } from '../commerce/cart.ts';
import { type CheckoutSession, nextStatus } from '../commerce/checkout-session.ts';
import { CommerceError } from '../commerce/errors.ts';
import { discountsOf, totalsNow } from './cart-content.ts';
import { cartHandleOf } from './replace-session-lines.ts';
import { fillCart, type RequestedLine, readLines } from './requested-lines.ts';
import { changeSession } from './session-lease.ts';
import type { StoreContext } from './store-context.ts';

/** All that an agent decides of a session. */
export interface RepricedCheckout {
  lines: readonly RequestedLine[];
  discountCodes: readonly string[];
  buyer?: { email?: string; name?: string };
  /** What of the request is not taken as it was asked. */
  warnings: Warning[];
}

/**
 * Replaces all of an open session, and prices it anew at once: what is left out is gone. Throws `conflict` when the session is
 * settled, or paid though nobody has said so yet. Cut off half-way: the session keeps what was acknowledged.
 */
export async function repriceCheckout(
  context: StoreContext,
  id: string,
  wanted: RepricedCheckout,
): Promise<CheckoutSession> {
  return changeSession(context, id, async ({ session, finish }) => {
    mustBeUnpaid(session);
    const status = nextStatus(session.status, 'replace_lines');
    const handle = cartHandleOf(session);
    const codes = normalizeCodes(wanted.discountCodes);
    const held = {
      cartId: id,
      sessionId: id,
      discountCodes: codes,
      ...(wanted.buyer ? { buyer: wanted.buyer } : {}),
    };
    const cart = await fillCart(context, readLines(context, wanted.lines), (lines) =>
      context.platform.updateCart(handle, { ...held, lines }, context.caller),
    );
    return finish({
      ...session,
      status,
      currency: cart.currency,
      lines: cart.lines,
      totals: totalsNow(context, cart),
      discounts: discountsOf(cart, codes),
      warnings: wanted.warnings,
      pending: null,
      cartHandle: cart.handle,
      continueUrl: cart.continueUrl,
    });
  });
}

/** The shop may have told of an order before anybody completed its session. Throws `conflict`. */
export function mustBeUnpaid({ order, payment }: CheckoutSession): void {
  if (order === null || payment !== 'verified') return;
  throw new CommerceError('conflict', 'The buyer has paid: the checkout session is completed.');
}
