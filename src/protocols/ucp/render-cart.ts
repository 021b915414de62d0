import type { Cart } from '../../commerce/cart.ts';
import { renderEnvelope, type UcpContext } from './envelope.ts';
import { policyLinks } from './links.ts';
import { toMessage, messagesOrNone } from './messages.ts';
import { receipt } from './receipt.ts';
import type { UnstoredParts } from './render-checkout.ts';
import {
  lineWarnings,
  linesWithDiscounts,
  rejectedCodes,
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
    prices_include_tax: cart.totals.pricesIncludeTax,
    as_of: cart.totals.asOf,
    totals: receipt(lines, cart.totals),
    ...renderDiscounts(context, cart),
    buyer: unstored.buyer,
    messages: messagesOrNone(messages),
    links: policyLinks(context.store),
    continue_url: cart.status === 'active' ? cart.continueUrl : undefined,
    expires_at: cart.expiresAt,
  };
}
