import { z } from 'zod';
import { cancelCart } from '../../operations/cancel.ts';
import { readActiveCart } from '../../operations/cart-lease.ts';
import { createCart } from '../../operations/create-cart.ts';
import { updateCart } from '../../operations/update-cart.ts';
import { rejectedCodeStats } from '../call-stats.ts';
import { CART } from './capabilities.ts';
import { operation } from './operation.ts';
import { makeOfAvailable } from './outcomes.ts';
import { renderCart } from './render-checkout.ts';
import { content } from './schemas.ts';
import { countryOf, toLines } from './to-request.ts';
import type { Trust } from './trust.ts';

const ROOT = { capability: 'cart', root: CART } as const;

export const cartOperations = (trust: Trust) => [create(trust), read(trust), update(trust), cancel(trust)];

const create = (trust: Trust) =>
  operation(trust, {
    ...ROOT,
    rest: 'POST /carts',
    creates: true,
    tool: { name: 'create_cart', payload: 'cart' },
    summary: 'Creates a cart with estimated totals. To buy, create a checkout with its id as cart_id.',
    body: z.object(content),
    async perform(context, input) {
      context.callLog.country = countryOf(input);
      const cart = await makeOfAvailable(context, input, toLines(input.line_items), (content) =>
        createCart(context, content),
      );
      const body = renderCart(context, cart, { buyer: input.buyer });
      return { body, created: true, callStats: rejectedCodeStats(cart) };
    },
  });

const read = (trust: Trust) =>
  operation(trust, {
    ...ROOT,
    rest: 'GET /carts/{id}',
    tool: { name: 'get_cart', readOnly: true },
    summary: 'Reads a cart.',
    body: z.object({}),
    async perform(context, { id }) {
      return { body: renderCart(context, await readActiveCart(context, id)) };
    },
  });

const update = (trust: Trust) =>
  operation(trust, {
    ...ROOT,
    rest: 'PUT /carts/{id}',
    tool: { name: 'update_cart', payload: 'cart' },
    summary:
      'Replaces the whole cart: omitted members are removed, codes included. An empty list of line items empties it.',
    body: z.object(content),
    async perform(context, input) {
      context.callLog.country = countryOf(input);
      await readActiveCart(context, input.id);
      const requested = input.line_items.length === 0 ? [] : toLines(input.line_items);
      const cart = await makeOfAvailable(context, input, requested, (content) =>
        updateCart(context, input.id, content),
      );
      const body = renderCart(context, cart, { buyer: input.buyer });
      return { body, callStats: rejectedCodeStats(cart) };
    },
  });

const cancel = (trust: Trust) =>
  operation(trust, {
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
