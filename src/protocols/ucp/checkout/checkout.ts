import { z } from 'zod';
import { type CheckoutSession, nextStatus } from '../../../commerce/checkout/checkout-session.ts';
import { CommerceError } from '../../../commerce/errors.ts';
import type { WantedCart } from '../../../operations/cart/make-platform-cart.ts';
import { cancelCheckoutOnce } from '../../../operations/checkout/cancel.ts';
import { completeCheckoutOnOrder } from '../../../operations/checkout/complete-checkout.ts';
import { convertCart } from '../../../operations/checkout/convert-cart.ts';
import { createCheckout } from '../../../operations/checkout/create-checkout.ts';
import { detectPayment } from '../../../operations/checkout/detect-payment.ts';
import { mustHaveNoOrder, replaceContentAndTotals } from '../../../operations/checkout/replace-checkout.ts';
import { readSession } from '../../../operations/checkout/session-lease.ts';
import { toRejectedCodeStats } from '../../call-stats.ts';
import { makeOfAvailable } from '../content/outcomes.ts';
import { checkoutContent } from '../content/schemas.ts';
import { readCountry, toBuyer, toLines, warnOfMembersWithoutEffect } from '../content/to-request.ts';
import type { UcpContext } from '../envelope.ts';
import {
  describeRefusedFulfillment,
  describeReplacedOption,
  readFulfillment,
} from '../fulfillment/read-fulfillment.ts';
import { type Message, toMessage } from '../messages.ts';
import { defineOperation } from '../operation.ts';
import { CART, CHECKOUT } from '../profile/capabilities.ts';
import { renderCheckout } from './render-checkout.ts';

/** Answers are signed: agents rely on the payment URL and on the payment status. */
const ROOT = { capability: 'checkout', root: CHECKOUT, signed: true } as const;

const create = defineOperation({
  ...ROOT,
  route: 'POST /checkout-sessions',
  tool: { name: 'create_checkout', effect: 'create', payload: 'checkout' },
  summary:
    'Starts a checkout with real totals, of line items or of a cart. Send the buyer to continue_url to pay on the store, then read the checkout.',
  body: z.object({
    ...checkoutContent,
    cart_id: z.string().optional().describe('Buys the content of this cart; line_items may then be [].'),
  }),
  countryOf: readCountry,
  async perform(context, input) {
    // Without the cart capability on both sides the id names nothing.
    return input.cart_id !== undefined && context.agreed.active.has(CART)
      ? createOfCart(context, input.cart_id, input)
      : createOfLines(context, input);
  },
});

type Settle = (context: UcpContext, id: string) => Promise<CheckoutSession>;
type Definition = Pick<Parameters<typeof defineOperation>[0], 'route' | 'tool' | 'summary'>;

function onCheckout(settle: Settle, definition: Definition) {
  return defineOperation({
    ...ROOT,
    ...definition,
    body: z.object({}),
    perform: async (context, { id }) => ({ body: await renderSettled(context, await settle(context, id)) }),
  });
}

const read = onCheckout(detectPayment, {
  route: 'GET /checkout-sessions/{id}',
  tool: { name: 'get_checkout', effect: 'readOnly' },
  summary: 'Reads a checkout: its status, totals, and its order once the buyer has paid.',
});

const update = defineOperation({
  ...ROOT,
  route: 'PUT /checkout-sessions/{id}',
  tool: { name: 'update_checkout', effect: 'repeatable', payload: 'checkout' },
  summary:
    'Replaces the whole open checkout and prices it again: omitted members are removed, codes included.',
  body: z.object(checkoutContent),
  countryOf: readCountry,
  async perform(context, input) {
    const reading = readFulfillment(context, input, (await readSession(context, input.id)).fulfillment);
    const { id, buyer } = input;
    const replyUnchanged = async (message: Message) => {
      const body = renderCheckout(context, await mustBeOpen(context, id), { messages: [message], buyer });
      return { body };
    };
    if (reading.problem) return replyUnchanged(reading.problem);
    try {
      const session = await makeOfAvailable(context, input, toLines(input.line_items), (content) =>
        replaceContentAndTotals(context, id, { ...content, fulfillment: reading.request }),
      );
      return { body: renderCheckout(context, session, { buyer }), callStats: toRejectedCodeStats(session) };
    } catch (error) {
      if (isUnhonored(error)) return replyUnchanged(describeRefusedFulfillment(error, reading));
      throw error;
    }
  },
});

const complete = onCheckout(completeCheckoutOnOrder, {
  route: 'POST /checkout-sessions/{id}/complete',
  tool: {
    name: 'complete_checkout',
    effect: 'repeatable',
    payload: 'checkout',
    payloadOptional: true,
    keyRequired: true,
  },
  summary:
    'Asks the store whether the buyer has paid, and returns the checkout. Payment is made at continue_url, never here.',
});

const cancel = onCheckout(cancelCheckoutOnce, {
  route: 'POST /checkout-sessions/{id}/cancel',
  tool: { name: 'cancel_checkout', effect: 'destructive', keyRequired: true },
  summary: 'Cancels an open checkout. Nothing is charged.',
});

type Created = { session: CheckoutSession; created: boolean; messages?: Message[] };
type CheckoutInput = z.output<z.ZodObject<typeof checkoutContent>>;

async function createOfLines(context: UcpContext, input: CheckoutInput) {
  const { idempotencyKey } = context.idempotency;
  const checkout = await createFulfilled(context, input, (fulfillment) =>
    makeOfAvailable(context, input, toLines(input.line_items), (content) =>
      createCheckout(context, { ...content, ...fulfillment, idempotencyKey }),
    ),
  );
  return { ...checkout, created: true };
}

/** Takes the cart's content and ignores the request's line items. */
async function createOfCart(context: UcpContext, cartId: string, input: CheckoutInput) {
  const warnings = warnOfMembersWithoutEffect(input);
  return createFulfilled(context, input, async (fulfillment) => {
    const checkout = await convertCart(context, cartId, { ...toBuyer(input), ...fulfillment, warnings });
    // Members without effect are reported even when an earlier request created the checkout.
    return checkout.created ? checkout : { ...checkout, messages: warnings.map(toMessage) };
  });
}

/** Creates the checkout, and again without a fulfillment that the shop refuses: the answer says what was refused. */
async function createFulfilled(
  context: UcpContext,
  input: CheckoutInput,
  create: (content: Pick<WantedCart, 'fulfillment'>) => Promise<Created>,
) {
  const reading = readFulfillment(context, input, null);
  const refused = reading.problem ? [reading.problem] : [];
  const checkout = await create({ fulfillment: reading.request }).catch((error) => {
    if (!isUnhonored(error)) throw error;
    refused.push(describeRefusedFulfillment(error, reading));
    return create({});
  });
  const { session, created, messages: own = [] } = checkout;
  const messages = [...refused, ...describeReplacedOption(reading, session.fulfillment), ...own];
  const body = renderCheckout(context, session, { messages, buyer: input.buyer });
  return { body, created, callStats: created ? toRejectedCodeStats(session) : undefined };
}

function isUnhonored(error: unknown): error is CommerceError {
  return error instanceof CommerceError && error.unhonored !== undefined;
}

/** Reads a checkout for an answer that leaves it unchanged. Throws `conflict` when it is settled. */
async function mustBeOpen(context: UcpContext, id: string): Promise<CheckoutSession> {
  const session = await readSession(context, id);
  mustHaveNoOrder(session);
  nextStatus(session.status, 'replace_lines');
  return session;
}

/** Shows a confirmed order's content. Adds the order page's URL only for the agent platform that created the checkout and signed this request. */
async function renderSettled(context: UcpContext, session: CheckoutSession): Promise<object> {
  const { agreed, orders, store } = context;
  const isTheirs = agreed.signer !== undefined && agreed.signer === session.agentProfile;
  if (session.order === null || session.payment !== 'verified') return renderCheckout(context, session);
  const order = await orders.find(store.id, session.order.id);
  return renderCheckout(context, session, { order, orderPage: (isTheirs && order?.pageUrl) || null });
}

export const checkoutOperations = [create, read, update, complete, cancel];
