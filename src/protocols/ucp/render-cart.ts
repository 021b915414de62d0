import { type Cart, cartOutcome } from '../../commerce/checkout/cart.ts';
import { renderEnvelope, type UcpContext } from './envelope.ts';
import { policyLinks } from './links.ts';
import { messagesOrNone, toMessage } from './messages.ts';
import { receipt } from './receipt.ts';
import type { UnstoredParts } from './render-checkout.ts';
import {
  linesWithDiscounts,
  lineWarnings,
  rejectedCodes,
  renderDiscounts,
  renderLine,
} from './render-content.ts';
import { HAS_CART_STATUS } from './versions.ts';

/** False where a cart exists or does not: one that has ended is `not_found`. */
export function saysOutcome({ agreed }: Pick<UcpContext, 'agreed'>): boolean {
  return HAS_CART_STATUS[agreed.version];
}

export function renderCart(context: UcpContext, cart: Cart, unstored: UnstoredParts = {}): object {
  const status = saysOutcome(context) ? cartOutcome(cart) : undefined;
  const lines = linesWithDiscounts(context, cart);
  const messages = [
    ...cart.warnings.map(toMessage),
    ...rejectedCodes(context, cart.discounts),
    ...lineWarnings(lines),
  ];
  return {
    ucp: renderEnvelope(context),
    id: cart.id,
    status,
    currency: cart.currency,
    line_items: lines.map(renderLine),
    prices_include_tax: cart.totals.pricesIncludeTax,
    as_of: cart.totals.asOf,
    totals: receipt(lines, cart.totals),
    ...renderDiscounts(context, cart),
    buyer: unstored.buyer,
    messages: messagesOrNone(messages),
    links: policyLinks(context.store),
    continue_url: (status ?? cart.status) === 'active' ? cart.continueUrl : undefined,
    expires_at: cart.expiresAt,
  };
}
