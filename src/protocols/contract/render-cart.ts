import type { Cart } from '../../commerce/checkout/cart.ts';
import type { StoreContext } from '../../operations/call/store-context.ts';
import { renderEnvelope } from './manifest.ts';
import {
  renderAutomaticDiscounts,
  renderDiscounts,
  renderLine,
  renderProvisional,
  renderTotals,
} from './render-content.ts';

/** docs/contract.md, Carts. A canceled cart keeps its lines, so that an agent can create it again. */
export function renderCart(context: Pick<StoreContext, 'store' | 'storeUrl'>, cart: Cart): object {
  const self = `${context.storeUrl}/carts/${cart.id}`;
  return {
    ucp: renderEnvelope(context.store.switches),
    id: cart.id,
    status: cart.status,
    currency: cart.currency,
    prices_include_tax: cart.totals.pricesIncludeTax,
    priced_for: cart.totals.pricedFor,
    as_of: cart.totals.asOf,
    line_items: cart.lines.map(renderLine),
    totals: renderTotals(cart.totals),
    warnings: cart.totals.warnings,
    provisional: cart.status === 'active' ? renderProvisional(cart) : undefined,
    automatic_discounts: renderAutomaticDiscounts(cart),
    discounts: renderDiscounts(context, cart.discounts),
    continue_url: cart.continueUrl,
    expires_at: cart.expiresAt,
    _links: {
      self,
      update: self,
      cancel: `${self}/cancel`,
      checkout: `${context.storeUrl}/checkout-sessions`,
    },
  };
}
