import { z } from 'zod';
import { readCart } from '../../operations/cart/cart-lease.ts';
import { createCart, updateCart } from '../../operations/cart/write-cart.ts';
import { cancelCart } from '../../operations/checkout/cancel.ts';
import { toRejectedCodeStats } from '../call-stats.ts';
import { defineEndpoint } from '../endpoint.ts';
import { toIdText } from '../own-ids.ts';
import { renderCart } from './render-purchase.ts';
import { cartResponse } from './responses.ts';
import { buyer, cartId, destinationHint, discounts, lineItems, lineItemsOrNone, toLines } from './schemas.ts';

const create = defineEndpoint({
  capability: 'cart',
  id: 'createCart',
  route: 'POST /carts',
  creates: true,
  summary:
    'Creates a cart with real totals. To buy, send its line items to _links.checkout, or the buyer to continue_url.',
  readsBody: true,
  capabilityOf: { discounts: 'discount' },
  input: z.object({
    line_items: lineItems,
    discounts,
    buyer,
    destination: destinationHint,
  }),
  output: cartResponse,
  countryOf: ({ destination }) => destination?.country,
  async run(context, input) {
    const { buyer, destination } = input;
    const lines = toLines(input.line_items);
    const cart = await createCart(context, { lines, discountCodes: input.discounts?.codes, buyer });
    return {
      body: renderCart(context, cart, destination),
      created: true,
      callStats: toRejectedCodeStats(cart),
    };
  },
});

const read = defineEndpoint({
  capability: 'cart',
  id: 'getCart',
  route: 'GET /carts/{cart_id}',
  summary: 'Reads a cart as it was priced at as_of. To price it again, PUT {}.',
  input: z.object({ cart_id: cartId }),
  output: cartResponse,
  async run(context, { cart_id }) {
    return { body: renderCart(context, await readCart(context, cart_id)) };
  },
});

const update = defineEndpoint({
  capability: 'cart',
  id: 'updateCart',
  route: 'PUT /carts/{cart_id}',
  summary:
    'Replaces the line items and the discount codes of a cart and prices it again. Omitted members stay unchanged; an empty list empties the cart.',
  readsBody: true,
  capabilityOf: { discounts: 'discount' },
  input: z.object({
    cart_id: cartId,
    line_items: lineItemsOrNone.optional(),
    discounts,
    buyer,
    destination: destinationHint,
  }),
  output: cartResponse,
  mustExist: async (context, { cart_id }) => void (await readCart(context, toIdText(cart_id))),
  countryOf: ({ destination }) => destination?.country,
  async run(context, { cart_id, line_items, discounts, buyer, destination }) {
    const lines = line_items && toLines(line_items);
    const cart = await updateCart(context, cart_id, { lines, discountCodes: discounts?.codes, buyer });
    return {
      body: renderCart(context, cart, destination),
      callStats: discounts && toRejectedCodeStats(cart),
    };
  },
});

const cancel = defineEndpoint({
  capability: 'cart',
  id: 'cancelCart',
  route: 'POST /carts/{cart_id}/cancel',
  summary: 'Cancels a cart. It can no longer be changed.',
  input: z.object({ cart_id: cartId }),
  output: cartResponse,
  async run(context, { cart_id }) {
    return { body: renderCart(context, await cancelCart(context, cart_id)) };
  },
});

export const cartEndpoints = [create, read, update, cancel];
