import { z } from 'zod';
import { pickRequestedLines } from '../../commerce/checkout/cart.ts';
import { toDecimal } from '../../commerce/money/money.ts';
import { readCart } from '../../operations/cart/cart-lease.ts';
import { quoteFulfillment } from '../../operations/cart/quote-fulfillment.ts';
import { place } from '../request-members.ts';
import { shippingAnswer } from './answers.ts';
import { createInvalidArgumentError } from './failures.ts';
import { findItems, toLines } from './find-items.ts';
import { CART_OR_ITEMS, cartId, country, wantedItems } from './requests.ts';
import { defineShoppingTool } from './tool.ts';

const quote = defineShoppingTool({
  name: 'quote_shipping',
  description: 'Shipping options and prices to a place, for items or a cart.',
  capability: 'fulfillment',
  route: 'POST /fulfillment/quotes',
  effect: 'readOnly',
  input: z.object({ country, ...place, cart_id: cartId.optional(), items: wantedItems.optional() }),
  arguments: CART_OR_ITEMS,
  output: shippingAnswer,
  async perform(context, { cart_id, items, country, region, city, postal_code: postalCode }, incoming) {
    const goods = items
      ? await findItems(context, items, incoming)
      : cart_id === undefined
        ? []
        : pickRequestedLines((await readCart(context, cart_id)).lines);
    const message = 'Pass items, an array of {id, quantity}, or the cart_id of a cart with items.';
    if (goods.length === 0) throw createInvalidArgumentError('items', message, { tool: 'quote_shipping' });
    const request = { lines: toLines(goods), destination: { country, region, postalCode, city } };
    const { currency, pricesIncludeTax, quotes } = await quoteFulfillment(context, request);
    const options = quotes.map(({ title, amount, tax, description }) => ({
      title,
      price: toDecimal(amount, currency),
      tax: tax ? toDecimal(tax, currency) : undefined,
      description: description ?? undefined,
    }));
    const isNowhere = options.length === 0;
    const note = isNowhere ? 'The store does not deliver there.' : 'The buyer chooses one at checkout_url.';
    return { body: { currency, prices_include_tax: pricesIncludeTax, options, note } };
  },
});

export const shippingTools = [quote];
