import { z } from 'zod';
import type { Cart } from '../../commerce/checkout/cart.ts';
import type { StoreContext } from '../../operations/call/store-context.ts';
import { readCart } from '../../operations/cart/cart-lease.ts';
import { createCart, updateCart } from '../../operations/cart/write-cart.ts';
import { cancelCart } from '../../operations/checkout/cancel.ts';
import { toRejectedCodeStats } from '../call-stats.ts';
import { defineEndpoint, type Endpoint } from '../endpoint.ts';
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
  input: z.object({ line_items: lineItems, discounts, buyer, destination: destinationHint }),
  output: cartResponse,
  countryOf: ({ destination }) => destination?.country,
  async run(context, input) {
    const { buyer, destination } = input;
    const lines = toLines(input.line_items);
    const cart = await createCart(context, { lines, discountCodes: input.discounts?.codes, buyer });
    const body = renderCart(context, cart, destination);
    return { body, created: true, callStats: toRejectedCodeStats(cart) };
  },
});

type Settle = (context: StoreContext, id: string) => Promise<Cart>;

function onCart(settle: Settle, definition: Pick<Endpoint, 'id' | 'route' | 'summary'>): Endpoint {
  return defineEndpoint({
    ...definition,
    capability: 'cart',
    input: z.object({ cart_id: cartId }),
    output: cartResponse,
    run: async (context, { cart_id }) => ({ body: renderCart(context, await settle(context, cart_id)) }),
  });
}

const read = onCart(readCart, {
  id: 'getCart',
  route: 'GET /carts/{cart_id}',
  summary: 'Reads a cart as it was priced at as_of. To price it again, PUT {}.',
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
    const body = renderCart(context, cart, destination);
    return { body, callStats: discounts && toRejectedCodeStats(cart) };
  },
});

const cancel = onCart(cancelCart, {
  id: 'cancelCart',
  route: 'POST /carts/{cart_id}/cancel',
  summary: 'Cancels a cart. It can no longer be changed.',
});

export const cartEndpoints = [create, read, update, cancel];
