import { z } from 'zod';
import type { Cart } from '../../commerce/checkout/cart.ts';
import { listProvisional } from '../../commerce/checkout/provisional.ts';
import { setQuantities } from '../../commerce/checkout/set-quantities.ts';
import { hashKeyedRequest, withIdempotency } from '../../operations/call/idempotency.ts';
import type { StoreContext } from '../../operations/call/store-context.ts';
import { readCart } from '../../operations/cart/cart-lease.ts';
import { createCart, updateCart } from '../../operations/cart/write-cart.ts';
import { toRejectedCodeStats } from '../call-stats.ts';
import type { Reply } from '../endpoint.ts';
import { createCodesSchema } from '../request-members.ts';
import { renderProvisionalText } from '../texts.ts';
import { cartAnswer } from './answers.ts';
import { findItems, toDiscountCodes, toLines } from './find-items.ts';
import { renderCodes, renderContent, toPicturesOfLines } from './render-content.ts';
import { cartId, changedItems, country, idempotencyKey, wantedItems } from './requests.ts';
import { defineShoppingTool } from './tool.ts';

const create = defineShoppingTool({
  name: 'create_cart',
  description:
    'Price items together and try discount codes. Not needed to buy: create_checkout takes items too.',
  capability: 'cart',
  route: 'POST /carts',
  effect: 'create',
  input: z.object({
    items: wantedItems,
    discount_codes: createCodesSchema(),
    country: country.optional(),
    idempotency_key: idempotencyKey,
  }),
  output: cartAnswer,
  async perform(context, { idempotency_key: key, ...input }, incoming) {
    let cart: Cart | undefined;
    const create = async (cartId?: string) => {
      const lines = toLines(await findItems(context, input.items, incoming));
      const codes = toDiscountCodes(context, input.discount_codes, incoming);
      cart = await createCart(context, { lines, ...codes }, cartId);
      return { status: 201, body: { id: cart.id } };
    };
    const hash = key && hashKeyedRequest(context, ['create_cart', input, key]);
    const { body } = hash
      ? await withIdempotency(context, { id: hash, request: hash }, create)
      : await create();
    if (cart) return { ...reply(context, cart), created: true, callStats: toRejectedCodeStats(cart) };
    return reply(context, await readCart(context, String((body as { id?: unknown }).id)));
  },
});

const read = defineShoppingTool({
  name: 'get_cart',
  description: 'Read a cart as last priced.',
  capability: 'cart',
  route: 'GET /carts/{cart_id}',
  effect: 'readOnly',
  input: z.object({ cart_id: cartId }),
  output: cartAnswer,
  async perform(context, { cart_id }) {
    return reply(context, await readCart(context, cart_id));
  },
});

const update = defineShoppingTool({
  name: 'update_cart',
  description: 'Set quantities of items and replace the discount codes of a cart; it is priced again.',
  capability: 'cart',
  route: 'PUT /carts/{cart_id}',
  effect: 'repeatable',
  input: z.object({
    cart_id: cartId,
    items: changedItems,
    discount_codes: createCodesSchema(),
    country: country.optional(),
  }),
  output: cartAnswer,
  async perform(context, { cart_id, items = [], discount_codes }, incoming) {
    await readCart(context, cart_id);
    const changes = await findItems(context, items, incoming);
    const cart = await updateCart(context, cart_id, {
      lines: (lines) => toLines(setQuantities(lines, changes)),
      ...toDiscountCodes(context, discount_codes, incoming),
    });
    return { ...reply(context, cart), callStats: discount_codes ? toRejectedCodeStats(cart) : undefined };
  },
});

function reply(context: StoreContext, cart: Cart): Reply {
  const { id, status, currency, discounts, expiresAt } = cart;
  const body = {
    id,
    cart_id: id,
    status,
    ...renderContent(cart),
    ...renderCodes(context, discounts, currency),
    expires_at: expiresAt,
    note: [TO_BUY, renderProvisionalText(listProvisional(cart))].join(' ').trim(),
  };
  return { body, pictures: () => toPicturesOfLines(cart.lines) };
}

const TO_BUY = 'To buy, call create_checkout with cart_id.';

export const cartTools = [create, read, update];
