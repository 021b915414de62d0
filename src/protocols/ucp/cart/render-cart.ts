import { type Cart, toCartOutcome } from '../../../commerce/checkout/cart.ts';
import { renderPurchase } from '../content/render-content.ts';
import type { Content } from '../content/schemas.ts';
import type { UcpContext } from '../envelope.ts';
import { toMessage } from '../messages.ts';
import { VERSIONS } from '../profile/versions.ts';

/** False where a cart exists or does not: an ended cart is `not_found`. */
export function hasOutcome({ agreed }: Pick<UcpContext, 'agreed'>): boolean {
  return VERSIONS[agreed.version].hasCartStatus;
}

/** `buyer` is echoed, never stored. */
export function renderCart(context: UcpContext, cart: Cart, buyer?: Content['buyer']): object {
  const status = hasOutcome(context) ? toCartOutcome(cart) : undefined;
  return renderPurchase(context, cart, {
    status,
    buyer,
    messages: cart.warnings.map(toMessage),
    continueUrl: (status ?? cart.status) === 'active' ? cart.continueUrl : undefined,
  });
}
