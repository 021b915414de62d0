import { z } from 'zod';
import { type Cart, toCartOutcome } from '../../../commerce/checkout/cart.ts';
import { readActiveCart, readCart, readUnorderedCart } from '../../../operations/cart/cart-lease.ts';
import { createCart, updateCart } from '../../../operations/cart/write-cart.ts';
import { cancelCart } from '../../../operations/checkout/cancel.ts';
import { toRejectedCodeStats } from '../../call-stats.ts';
import { makeOfAvailable } from '../content/outcomes.ts';
import { renderPurchase } from '../content/render-content.ts';
import { type Content, content } from '../content/schemas.ts';
import { readCountry, toLines } from '../content/to-request.ts';
import type { UcpContext } from '../envelope.ts';
import { toMessage } from '../messages.ts';
import { defineOperation } from '../operation.ts';
import { CART } from '../profile/capabilities.ts';
import { VERSIONS } from '../profile/versions.ts';

const ROOT = { capability: 'cart', root: CART } as const;

/** Throws `not_found`. Where carts say that they were ordered, that ends them. */
const mustBeOpen = (context: UcpContext, id: string) =>
  (hasOutcome(context) ? readUnorderedCart : readActiveCart)(context, id);

const create = defineOperation({
  ...ROOT,
  route: 'POST /carts',
  tool: { name: 'create_cart', effect: 'create', payload: 'cart' },
  summary: 'Creates a cart with estimated totals. To buy, create a checkout with its id as cart_id.',
  body: z.object(content),
  countryOf: readCountry,
  async perform(context, input) {
    const cart = await makeOfAvailable(context, input, toLines(input.line_items), (content) =>
      createCart(context, content, context.idempotency.resourceId),
    );
    const body = renderCart(context, cart, input.buyer);
    return { body, created: true, callStats: toRejectedCodeStats(cart) };
  },
});

const read = defineOperation({
  ...ROOT,
  route: 'GET /carts/{id}',
  tool: { name: 'get_cart', effect: 'readOnly' },
  summary: 'Reads a cart.',
  body: z.object({}),
  async perform(context, { id }) {
    const cart = await (hasOutcome(context) ? readCart : readActiveCart)(context, id);
    return { body: renderCart(context, cart) };
  },
});

const update = defineOperation({
  ...ROOT,
  route: 'PUT /carts/{id}',
  tool: { name: 'update_cart', effect: 'repeatable', payload: 'cart' },
  summary:
    'Replaces the whole cart: omitted members are removed, codes included. An empty list of line items empties it.',
  body: z.object(content),
  countryOf: readCountry,
  async perform(context, input) {
    await mustBeOpen(context, input.id);
    const requested = input.line_items.length === 0 ? [] : toLines(input.line_items);
    const cart = await makeOfAvailable(context, input, requested, (content) =>
      updateCart(context, input.id, content),
    );
    const body = renderCart(context, cart, input.buyer);
    return { body, callStats: toRejectedCodeStats(cart) };
  },
});

const cancel = defineOperation({
  ...ROOT,
  route: 'POST /carts/{id}/cancel',
  tool: { name: 'cancel_cart', effect: 'destructive', keyRequired: true },
  summary: 'Cancels a cart and returns its last content. It can no longer be read.',
  body: z.object({}),
  async perform(context, { id }) {
    await mustBeOpen(context, id);
    return { body: renderCart(context, await cancelCart(context, id)) };
  },
});

export const cartOperations = [create, read, update, cancel];

/** False where a cart exists or does not: an ended cart is `not_found`. */
function hasOutcome({ agreed }: Pick<UcpContext, 'agreed'>): boolean {
  return VERSIONS[agreed.version].hasCartStatus;
}

/** `buyer` is echoed, never stored. */
function renderCart(context: UcpContext, cart: Cart, buyer?: Content['buyer']): object {
  const status = hasOutcome(context) ? toCartOutcome(cart) : undefined;
  return renderPurchase(context, cart, {
    status,
    buyer,
    messages: cart.warnings.map(toMessage),
    continueUrl: (status ?? cart.status) === 'active' ? cart.continueUrl : undefined,
  });
}
