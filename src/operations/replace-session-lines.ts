import { type CheckoutSession, nextStatus } from '../commerce/checkout-session.ts';
import { CommerceError } from '../commerce/errors.ts';
import { pricedAs } from './cart-content.ts';
import { fillCart, type RequestedLine, readLines } from './requested-lines.ts';
import { changeSession } from './session-lease.ts';
import type { StoreContext } from './store-context.ts';

/**
 * Replaces a session's lines and re-syncs its platform cart; status and totals stay as they were until completion
 * (docs/contract.md, Checkout sessions). Repeating it is safe. Cut off half-way: the session keeps the lines that were acknowledged, and the
 * next change settles the platform cart with them. Of a shop that has changed its currency the totals change with the lines.
 */
export async function replaceSessionLines(
  context: StoreContext,
  id: string,
  requested: readonly RequestedLine[],
): Promise<CheckoutSession> {
  return changeSession(context, id, async ({ session, finish }) => {
    const status = nextStatus(session.status, 'replace_lines');
    if (session.payment === 'verified') throw paidAlready();
    const handle = cartHandleOf(session);
    const lines = readLines(context, requested);
    const codes = session.discounts?.codes ?? [];
    // Codes are sent along: a cart that has vanished is made anew, and would be without them.
    const held = { cartId: id, sessionId: id, discountCodes: codes };
    const cart = await fillCart(context, lines, (cartLines) =>
      context.platform.updateCart(handle, { ...held, lines: cartLines }, context.caller),
    );
    return finish({
      ...session,
      status,
      lines: cart.lines,
      warnings: [],
      ...pricedAs(context, session, cart, codes),
      cartHandle: cart.handle,
      continueUrl: cart.continueUrl,
    });
  });
}

/** What the buyer has paid for is what they get: nothing else may be put into its place. */
function paidAlready(): CommerceError {
  return new CommerceError('conflict', 'The buyer has paid already. Complete the checkout session.');
}

/** Throws `conflict` while the cart is still being built. */
export function cartHandleOf(session: CheckoutSession): string {
  if (session.cartHandle !== null) return session.cartHandle;
  throw new CommerceError('conflict', 'The session has no cart yet. Read the session, then try again.');
}
