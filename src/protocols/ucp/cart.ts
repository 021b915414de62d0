import { z } from 'zod';
import type { Cart } from '../../commerce/cart.ts';
import { CommerceError } from '../../commerce/errors.ts';
import { dropUnavailableLines } from '../../operations/drop-unavailable-lines.ts';
import { cancelCart } from '../../operations/cancel.ts';
import { readCart } from '../../operations/cart-lease.ts';
import { createCart } from '../../operations/create-cart.ts';
import { updateCart } from '../../operations/update-cart.ts';
import { CART } from './capabilities.ts';
import type { UcpContext } from './envelope.ts';
import { rejectedCodeStats } from '../call-stats.ts';
import { operation } from './operation.ts';
import { warningsOf } from './outcomes.ts';
import { renderCart } from './render-checkout.ts';
import { content } from './schemas.ts';
import { codesOf, countryOf, toBuyer, toLines } from './to-request.ts';
import type { Trust } from './trust.ts';

const ROOT = { capability: 'cart', root: CART } as const;

export function cartOperations(trust: Trust) {
  const create = operation(trust, {
    ...ROOT,
    rest: 'POST /carts',
    tool: { name: 'create_cart', payload: 'cart' },
    summary: 'Creates a cart with estimated totals. To buy, create a checkout with its id as cart_id.',
    body: z.object(content),
    async perform(context, input) {
      context.caller.country = countryOf(input);
      const wanted = { discountCodes: codesOf(context, input), ...toBuyer(input) };
      const { made } = await dropUnavailableLines(toLines(input.line_items), (lines, changed) =>
        createCart(context, { ...wanted, lines, warnings: warningsOf(changed, input) }),
      );
      const body = renderCart(context, made, { buyer: input.buyer });
      return { body, created: true, callStats: rejectedCodeStats(made) };
    },
  });

  const read = operation(trust, {
    ...ROOT,
    rest: 'GET /carts/{id}',
    tool: { name: 'get_cart', readOnly: true },
    summary: 'Reads a cart.',
    body: z.object({}),
    async perform(context, { id }) {
      return { body: renderCart(context, await readActiveCart(context, id)) };
    },
  });

  const update = operation(trust, {
    ...ROOT,
    rest: 'PUT /carts/{id}',
    tool: { name: 'update_cart', payload: 'cart' },
    summary:
      'Replaces the whole cart: omitted members are removed, codes included. An empty list of line items empties it.',
    body: z.object(content),
    async perform(context, input) {
      context.caller.country = countryOf(input);
      await readActiveCart(context, input.id);
      const wanted = { discountCodes: codesOf(context, input), ...toBuyer(input) };
      const requested = input.line_items.length === 0 ? [] : toLines(input.line_items);
      const { made } = await dropUnavailableLines(requested, (lines, changed) =>
        updateCart(context, input.id, { ...wanted, lines, warnings: warningsOf(changed, input) }),
      );
      const body = renderCart(context, made, { buyer: input.buyer });
      return { body, callStats: rejectedCodeStats(made) };
    },
  });

  const cancel = operation(trust, {
    ...ROOT,
    rest: 'POST /carts/{id}/cancel',
    tool: { name: 'cancel_cart', keyRequired: true },
    summary: 'Cancels a cart and returns its last content. It can no longer be read.',
    body: z.object({}),
    async perform(context, { id }) {
      await readActiveCart(context, id);
      return { body: renderCart(context, await cancelCart(context, id)) };
    },
  });

  return [create, read, update, cancel];
}

/** Throws `not_found` for a canceled or expired cart. */
async function readActiveCart(context: UcpContext, id: string): Promise<Cart> {
  const cart = await readCart(context, id);
  if (cart.status === 'active') return cart;
  throw new CommerceError(
    'not_found',
    `The cart "${cart.id}" was canceled or has expired. Create a new cart.`,
  );
}
