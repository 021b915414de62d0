import type { Cart } from '../../commerce/cart.ts';
import { renderEnvelope, type UcpContext } from './envelope.ts';
import { policyLinks } from './links.ts';
import { toMessage, renderMessages } from './messages.ts';
import { receipt } from './receipt.ts';
import type { UnstoredParts } from './render-checkout.ts';
import {
  lineWarnings,
  linesWithDiscounts,
  rejectedCodes,
  renderAsOf,
  renderBasis,
  renderDiscounts,
  renderLine,
} from './render-content.ts';

/** Renders a cart, which has no status in official UCP: it exists or it does not. */
export function renderCart(context: UcpContext, cart: Cart, unstored: UnstoredParts = {}): object {
  const lines = linesWithDiscounts(context, cart);
  const messages = [
    ...cart.warnings.map(toMessage),
    ...rejectedCodes(context, cart.discounts),
    ...lineWarnings(lines),
  ];
  return {
    ucp: renderEnvelope(context),
    id: cart.id,
    currency: cart.currency,
    line_items: lines.map(renderLine),
    ...renderBasis(cart.totals),
    ...renderAsOf(cart.totals),
    totals: receipt(lines, cart.totals),
    ...renderDiscounts(context, cart),
    ...(unstored.buyer ? { buyer: unstored.buyer } : {}),
    ...renderMessages(messages),
    links: policyLinks(context.store),
    ...(cart.status === 'active' ? { continue_url: cart.continueUrl } : {}),
    expires_at: cart.expiresAt,
  };
}
