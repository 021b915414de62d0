import { z } from 'zod';
import { pickRequestedLines } from '../../commerce/checkout/cart.ts';
import type { CheckoutSession } from '../../commerce/checkout/checkout-session.ts';
import { setQuantities } from '../../commerce/checkout/set-quantities.ts';
import { isOn } from '../../commerce/store/capabilities.ts';
import { hashKeyedRequest } from '../../operations/call/idempotency.ts';
import type { StoreContext } from '../../operations/call/store-context.ts';
import type { WantedCart } from '../../operations/cart/make-platform-cart.ts';
import { cancelCheckoutRepeatably } from '../../operations/checkout/cancel.ts';
import { completeCheckoutOnOrder } from '../../operations/checkout/complete-checkout.ts';
import { convertCart } from '../../operations/checkout/convert-cart.ts';
import { createCheckout } from '../../operations/checkout/create-checkout.ts';
import { detectPayment } from '../../operations/checkout/detect-payment.ts';
import { replaceContentAndTotals } from '../../operations/checkout/replace-checkout.ts';
import { readSession } from '../../operations/checkout/session-lease.ts';
import { toRejectedCodeStats } from '../call-stats.ts';
import type { Incoming, Reply } from '../endpoint.ts';
import { buyerName, createCodesSchema, email } from '../request-members.ts';
import { checkoutAnswer } from './answers.ts';
import {
  deliveryArguments,
  nameArgument,
  renderDeliveryNote,
  renderPendingNote,
  toWantedFulfillment,
} from './delivery.ts';
import { createInvalidArgumentError } from './failures.ts';
import { findItems, toDiscountCodes, toLines } from './find-items.ts';
import { findShownOrder, renderCheckout } from './render-checkout.ts';
import { toPicturesOfLines } from './render-content.ts';
import { CART_OR_ITEMS, cartId, changedItems, checkoutId, idempotencyKey, wantedItems } from './requests.ts';
import { defineShoppingTool } from './tool.ts';

const createInput = z.object({
  cart_id: cartId.optional(),
  items: wantedItems.optional().describe('Instead of cart_id'),
  discount_codes: createCodesSchema(),
  ...deliveryArguments,
  buyer_email: email.optional(),
  buyer_name: buyerName,
  idempotency_key: idempotencyKey,
});

type CreateInput = z.output<typeof createInput>;

const create = defineShoppingTool({
  name: 'create_checkout',
  description:
    'Start buying items or a cart; with a country, the total has shipping. Give the buyer checkout_url to pay. Nothing is charged by this call.',
  capability: 'checkout',
  route: 'POST /checkout-sessions',
  effect: 'create',
  input: createInput,
  arguments: CART_OR_ITEMS,
  output: checkoutAnswer,
  async perform(context, input, incoming) {
    const fulfillment = toWantedFulfillment(context, input, incoming);
    const create = input.cart_id === undefined ? createOfItems : createOfCart;
    const creating = create(context, { ...input, fulfillment }, incoming);
    const { session, created } = await creating.catch((error) => nameArgument(error, 'create_checkout'));
    return {
      ...(await reply(context, session, renderDeliveryNote(fulfillment, session))),
      created,
      callStats: created ? toRejectedCodeStats(session) : undefined,
    };
  },
});

type Wanted = CreateInput & Pick<WantedCart, 'fulfillment'>;

/** With a key, the same request finds the checkout that it has created. */
async function createOfItems(context: StoreContext, purchase: Wanted, incoming: Incoming) {
  const { idempotency_key: key, items, fulfillment, ...input } = purchase;
  if (!items) throw createInvalidArgumentError('items', NOTHING_TO_BUY, AGAIN);
  const request = ['create_checkout', items, input, key];
  return createCheckout(context, {
    lines: async () => toLines(await findItems(context, items, incoming)),
    ...toDiscountCodes(context, input.discount_codes, incoming),
    ...toBuyer(input),
    fulfillment,
    idempotencyKey: key && `mcp ${hashKeyedRequest(context, request)}`,
  });
}

/** A cart has one open checkout at a time, so a repetition returns the same one. */
async function createOfCart(context: StoreContext, input: Wanted, { repairs }: Incoming) {
  if (!isOn(context.store.switches, 'cart')) throw createInvalidArgumentError('cart_id', CARTS_OFF, AGAIN);
  if (input.items) repairs.push('items: not used');
  if (input.discount_codes) repairs.push('discount_codes: not used');
  const { cart_id = '', fulfillment } = input;
  return convertCart(context, cart_id, { ...toBuyer(input), fulfillment });
}

function toBuyer({ buyer_email: email, buyer_name: name }: Pick<CreateInput, 'buyer_email' | 'buyer_name'>) {
  if (email === undefined && name === undefined) return {};
  return { buyer: { email, name } };
}

const NOTHING_TO_BUY = 'Pass items, an array of {id, quantity}, or the cart_id of a cart.';
const CARTS_OFF = 'This store has no carts. Pass items instead of cart_id.';
const AGAIN = { tool: 'create_checkout' };

type Settle = (context: StoreContext, id: string) => Promise<CheckoutSession>;
type Definition = Pick<Parameters<typeof defineShoppingTool>[0], 'name' | 'description' | 'route' | 'effect'>;

function onCheckout(settle: Settle, definition: Definition) {
  return defineShoppingTool({
    ...definition,
    capability: 'checkout',
    input: z.object({ checkout_id: checkoutId }),
    output: checkoutAnswer,
    perform: async (context, { checkout_id }) => reply(context, await settle(context, checkout_id)),
  });
}

const read = onCheckout(detectPayment, {
  name: 'get_checkout',
  description: 'Read a checkout: whether the buyer has ordered and paid, and then its order_id.',
  route: 'GET /checkout-sessions/{checkout_id}',
  effect: 'readOnly',
});

const update = defineShoppingTool({
  name: 'update_checkout',
  description:
    'Set quantities, replace discount codes or choose delivery of an unpaid checkout; it is priced again.',
  capability: 'checkout',
  route: 'PUT /checkout-sessions/{checkout_id}',
  effect: 'repeatable',
  input: z.object({
    checkout_id: checkoutId,
    items: changedItems,
    discount_codes: createCodesSchema(),
    ...deliveryArguments,
  }),
  output: checkoutAnswer,
  async perform(context, { checkout_id, items = [], discount_codes, ...place }, incoming) {
    await readSession(context, checkout_id);
    const changes = await findItems(context, items, incoming);
    const codes = toDiscountCodes(context, discount_codes, incoming);
    const session = await replaceContentAndTotals(context, checkout_id, (current) => {
      const lines = toLines(setQuantities(pickRequestedLines(current.lines), changes));
      const next = { tool: 'cancel_checkout', arguments: { checkout_id } };
      if (lines.length === 0) throw createInvalidArgumentError('items', NOTHING_LEFT, next);
      const fulfillment = toWantedFulfillment(context, place, incoming, current);
      return { lines, discountCodes: current.discounts?.codes ?? [], ...codes, fulfillment, warnings: [] };
    }).catch((error) => nameArgument(error, 'update_checkout'));
    const callStats = discount_codes ? toRejectedCodeStats(session) : undefined;
    return { ...(await reply(context, session, renderPendingNote(session))), callStats };
  },
});

const NOTHING_LEFT = 'A checkout needs at least one item. Cancel it to buy nothing.';

const complete = onCheckout(completeCheckoutOnOrder, {
  name: 'complete_checkout',
  description: 'Ask the store now whether the buyer has paid. Pays nothing: the buyer pays at checkout_url.',
  route: 'POST /checkout-sessions/{checkout_id}/complete',
  effect: 'repeatable',
});

const cancel = onCheckout(cancelCheckoutRepeatably, {
  name: 'cancel_checkout',
  description: 'Cancel an unpaid checkout.',
  route: 'POST /checkout-sessions/{checkout_id}/cancel',
  effect: 'destructive',
});

async function reply(context: StoreContext, session: CheckoutSession, note?: string): Promise<Reply> {
  const order = await findShownOrder(context, session);
  const body = renderCheckout(context, session, { note, order });
  return { body, pictures: () => toPicturesOfLines(session.lines) };
}

export const checkoutTools = [create, read, update, complete, cancel];
