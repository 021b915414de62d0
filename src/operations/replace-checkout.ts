import { normalizeCodes, type Warning } from '../commerce/checkout/cart.ts';
import { type CheckoutSession, nextStatus } from '../commerce/checkout/checkout-session.ts';
import { CommerceError } from '../commerce/errors.ts';
import type { Buyer, PlatformCart } from '../store-platforms/store-platform.ts';
import { contentOf, pricedAs } from './cart-content.ts';
import { replaceInPlatformCart } from './make-platform-cart.ts';
import { fillCart, type RequestedLine } from './requested-lines.ts';
import { changeSession } from './session-lease.ts';
import type { StoreContext } from './store-context.ts';

/**
 * Replaces a session's lines and keeps its totals until completion (docs/contract.md, Checkout sessions); when the shop has
 * changed its currency, the totals change with the lines. Cut off: the session keeps the acknowledged lines.
 */
export async function replaceLinesKeepingTotals(
  context: StoreContext,
  id: string,
  lines: readonly RequestedLine[],
): Promise<CheckoutSession> {
  return changeSession(context, id, async ({ session, finish }) => {
    const status = nextStatus(session.status, 'replace_lines');
    if (session.payment === 'verified')
      throw new CommerceError('conflict', 'The buyer has ordered already. Complete the checkout session.');
    // Codes are sent along: a platform cart that has vanished is made again, and would lack them.
    const discountCodes = session.discounts?.codes ?? [];
    const cart = await refillCart(context, session, { lines, discountCodes });
    const priced = pricedAs(context, session, cart, discountCodes);
    return finish({
      ...session,
      status,
      ...contentOf(context, cart, discountCodes),
      ...priced,
      warnings: [],
    });
  });
}

/** Everything that an agent decides of a session. */
interface CheckoutContent {
  lines: readonly RequestedLine[];
  discountCodes: readonly string[];
  buyer?: Buyer | undefined;
  /** Members of the request that are not taken as asked. */
  warnings: Warning[];
}

/**
 * Replaces the whole content of an open session and prices it at once: members that are left out are removed. Throws
 * `conflict` when the session is settled or paid. Cut off: the session keeps the acknowledged content.
 */
export async function replaceContentAndTotals(
  context: StoreContext,
  id: string,
  wanted: CheckoutContent | ((session: CheckoutSession) => CheckoutContent),
): Promise<CheckoutSession> {
  return changeSession(context, id, async ({ session, finish }) => {
    mustHaveNoOrder(session);
    const status = nextStatus(session.status, 'replace_lines');
    const content = typeof wanted === 'function' ? wanted(session) : wanted;
    const discountCodes = normalizeCodes(content.discountCodes);
    const cart = await refillCart(context, session, { ...content, discountCodes });
    return finish({
      ...session,
      status,
      ...contentOf(context, cart, discountCodes),
      warnings: content.warnings,
      pending: null,
    });
  });
}

function refillCart(
  context: StoreContext,
  session: CheckoutSession,
  { lines, discountCodes, buyer }: Pick<CheckoutContent, 'lines' | 'buyer'> & { discountCodes: string[] },
): Promise<PlatformCart> {
  const { id, cartHandle } = session;
  if (cartHandle === null)
    throw new CommerceError('conflict', 'The session has no cart yet. Read the session, then try again.');
  const placed = { ids: { cartId: id, sessionId: id }, handle: cartHandle, held: session };
  return fillCart(context, lines, (cartLines) =>
    replaceInPlatformCart(context, placed, { lines: cartLines, discountCodes, buyer }),
  );
}

/** Throws `conflict`: the shop may have reported an order before the agent completed the session. */
export function mustHaveNoOrder({ order, payment }: CheckoutSession): void {
  if (order === null || payment !== 'verified') return;
  throw new CommerceError('conflict', 'The buyer has ordered: the checkout session is completed.');
}
