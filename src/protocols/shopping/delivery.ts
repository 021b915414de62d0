import { z } from 'zod';
import { pickRequestedLines } from '../../commerce/checkout/cart.ts';
import type { CheckoutSession } from '../../commerce/checkout/checkout-session.ts';
import { getSelectedOption, getUnhonoredPart } from '../../commerce/checkout/fulfillment.ts';
import { CommerceError } from '../../commerce/errors.ts';
import { toDecimal } from '../../commerce/money/money.ts';
import { isOn } from '../../commerce/store/capabilities.ts';
import type { StoreContext } from '../../operations/call/store-context.ts';
import { toHeldFulfillment, type WantedFulfillment } from '../../operations/cart/cart-content.ts';
import { readCart } from '../../operations/cart/cart-lease.ts';
import { quoteFulfillment } from '../../operations/cart/quote-fulfillment.ts';
import type { Incoming } from '../endpoint.ts';
import { createTextSchema, LIMITS, place, street } from '../request-members.ts';
import { shippingAnswer } from './answers.ts';
import { createInvalidArgumentError, ShoppingError } from './failures.ts';
import { findItems, toLines } from './find-items.ts';
import { CART_OR_ITEMS, cartId, country, wantedItems } from './requests.ts';
import { defineShoppingTool } from './tool.ts';

export const deliveryArguments = {
  country: country.optional(),
  ...place,
  address: street,
  shipping_option: createTextSchema(LIMITS.optionLength).optional(),
};

type Place = z.output<z.ZodObject<typeof deliveryArguments>>;

/** One destination at a time, so that it needs no id of the agent. */
const DESTINATION_ID = 'destination';

/** Fulfillment of a call; undefined where it names none. An option alone is for the destination that is held. */
export function toWantedFulfillment(
  { store }: Pick<StoreContext, 'store'>,
  fields: Place,
  { repairs }: Pick<Incoming, 'repairs'>,
  session?: Pick<CheckoutSession, 'fulfillment'>,
): WantedFulfillment | undefined {
  const { country, shipping_option: optionId } = fields;
  if (!isOn(store.switches, 'fulfillment')) {
    if (optionId !== undefined) repairs.push('shipping_option: not used');
    return undefined;
  }
  if (country !== undefined) {
    const { region, city, postal_code: postalCode, address: line1 } = fields;
    const destination = { country, region, city, postalCode, line1 };
    return { destination, destinationId: DESTINATION_ID, optionId };
  }
  if (optionId === undefined) return undefined;
  const current = session && toHeldFulfillment(session);
  if (current) return { ...current, optionId };
  const message = 'Pass country, and region, postal_code and city as far as known, with shipping_option.';
  throw createInvalidArgumentError('country', message);
}

/** Names the argument that the shop does not honor. */
export function nameArgument(error: unknown, tool: string): never {
  if (!(error instanceof CommerceError && error.unhonored)) throw error;
  const field =
    error.unhonored === 'option' ? 'shipping_option' : (error.details[0]?.path.split('.')[1] ?? 'country');
  throw new ShoppingError(error.message, { kind: error.kind, field, next: { tool }, cause: error });
}

export function renderShippingOptions(session: CheckoutSession) {
  const { fulfillment, currency } = session;
  const { totals } = session.pending ?? session;
  const getTaxApart = (tax: number | null) => (totals.pricesIncludeTax === false && tax) || 0;
  return fulfillment?.options.map(({ id, title, amount, tax, pickup }) => ({
    title,
    price: toDecimal(amount - getTaxApart(tax), currency),
    tax: getTaxApart(tax) === 0 ? undefined : toDecimal(getTaxApart(tax), currency),
    pickup: pickup && (pickup.address ?? pickup.name),
    selected: id === fulfillment.selectedId || undefined,
  }));
}

/** Note about a new checkout whose delivery is not as it was asked. */
export function renderDeliveryNote(request: WantedFulfillment | undefined, session: CheckoutSession) {
  const { fulfillment } = session;
  if (fulfillment?.isPending) return renderPendingNote(session);
  const unhonored = request && fulfillment && getUnhonoredPart(request, fulfillment);
  if (!unhonored) return undefined;
  const selected = getSelectedOption(fulfillment);
  return selected
    ? `The store does not offer this shipping_option: ${selected.title} is selected. Choose one of shipping_options with update_checkout.`
    : 'The store does not deliver there. Pass another destination to update_checkout, or let the buyer give it at checkout_url.';
}

/** Note about rates of carriers that have not come in time. */
export function renderPendingNote({ fulfillment }: CheckoutSession): string | undefined {
  if (!fulfillment?.isPending) return undefined;
  return 'Shipping is not known yet, as a carrier has not answered: the total is not final. Call update_checkout in a few seconds, or let the buyer choose at checkout_url.';
}

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
