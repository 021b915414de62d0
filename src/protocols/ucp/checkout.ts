import { z } from 'zod';
import type { CheckoutSession } from '../../commerce/checkout/checkout-session.ts';
import { cancelCheckoutOnce } from '../../operations/cancel.ts';
import { completeCheckoutOnOrder } from '../../operations/complete-checkout.ts';
import { convertCart } from '../../operations/convert-cart.ts';
import { createCheckout } from '../../operations/create-checkout.ts';
import { detectPayment } from '../../operations/detect-payment.ts';
import { replaceContentAndTotals } from '../../operations/replace-checkout.ts';
import { readSession } from '../../operations/session-lease.ts';
import { rejectedCodeStats } from '../call-stats.ts';
import { CART, CHECKOUT } from './capabilities.ts';
import type { UcpContext } from './envelope.ts';
import { toMessage } from './messages.ts';
import { operation } from './operation.ts';
import { makeOfAvailable } from './outcomes.ts';
import { renderCheckout } from './render-checkout.ts';
import { type Content, content } from './schemas.ts';
import { countryOf, toBuyer, toLines, warningsWithoutEffect } from './to-request.ts';
import type { Trust } from './trust.ts';

/** Answers are signed: agents rely on the payment URL and on the payment status. */
const ROOT = { capability: 'checkout', root: CHECKOUT, signed: true } as const;

export function checkoutOperations(trust: Trust) {
  const create = operation(trust, {
    ...ROOT,
    rest: 'POST /checkout-sessions',
    creates: true,
    tool: { name: 'create_checkout', payload: 'checkout' },
    summary:
      'Starts a checkout with real totals, of line items or of a cart. Send the buyer to continue_url to pay on the store, then read the checkout.',
    body: z.object({
      ...content,
      cart_id: z.string().optional().describe('Buys the content of this cart; line_items may then be [].'),
    }),
    async perform(context, input) {
      context.callLog.country = countryOf(input);
      // Without the cart capability on both sides the id names nothing.
      if (input.cart_id !== undefined && context.agreed.active.has(CART)) {
        return createOfCart(context, input.cart_id, input);
      }
      return createOfLines(context, input);
    },
  });

  const read = operation(trust, {
    ...ROOT,
    rest: 'GET /checkout-sessions/{id}',
    tool: { name: 'get_checkout', readOnly: true },
    summary: 'Reads a checkout: its status, totals, and its order once the buyer has paid.',
    body: z.object({}),
    async perform(context, { id }) {
      return { body: await renderSettled(context, await detectPayment(context, id)) };
    },
  });

  const update = operation(trust, {
    ...ROOT,
    rest: 'PUT /checkout-sessions/{id}',
    tool: { name: 'update_checkout', payload: 'checkout' },
    summary:
      'Replaces the whole open checkout and prices it again: omitted members are removed, codes included.',
    body: z.object(content),
    async perform(context, input) {
      context.callLog.country = countryOf(input);
      await readSession(context, input.id);
      const made = await makeOfAvailable(context, input, toLines(input.line_items), (wanted) =>
        replaceContentAndTotals(context, input.id, wanted),
      );
      return {
        body: renderCheckout(context, made, { buyer: input.buyer }),
        callStats: rejectedCodeStats(made),
      };
    },
  });

  const complete = operation(trust, {
    ...ROOT,
    rest: 'POST /checkout-sessions/{id}/complete',
    tool: { name: 'complete_checkout', payload: 'checkout', payloadOptional: true, keyRequired: true },
    summary:
      'Asks the store whether the buyer has paid, and returns the checkout. Payment is made at continue_url, never here.',
    body: z.object({}),
    async perform(context, { id }) {
      return { body: await renderSettled(context, await completeCheckoutOnOrder(context, id)) };
    },
  });

  const cancel = operation(trust, {
    ...ROOT,
    rest: 'POST /checkout-sessions/{id}/cancel',
    tool: { name: 'cancel_checkout', keyRequired: true },
    summary: 'Cancels an open checkout. Nothing is charged.',
    body: z.object({}),
    async perform(context, { id }) {
      return { body: renderCheckout(context, await cancelCheckoutOnce(context, id)) };
    },
  });

  return [create, read, update, complete, cancel];
}

async function createOfLines(context: UcpContext, input: Content) {
  const { session } = await makeOfAvailable(context, input, toLines(input.line_items), (wanted) =>
    createCheckout(context, { ...wanted, ...context.idempotency }),
  );
  return {
    body: renderCheckout(context, session, { buyer: input.buyer }),
    created: true,
    callStats: rejectedCodeStats(session),
  };
}

/** Takes the cart's content and ignores the request's line items. */
async function createOfCart(context: UcpContext, cartId: string, input: Content) {
  const warnings = warningsWithoutEffect(input);
  const { session, created } = await convertCart(context, cartId, { ...toBuyer(input), warnings });
  // Members without effect are reported even when an earlier request created the checkout.
  const messages = created ? [] : warnings.map(toMessage);
  return {
    body: renderCheckout(context, session, { messages, buyer: input.buyer }),
    created,
    callStats: created ? rejectedCodeStats(session) : undefined,
  };
}

/** Adds the order page's URL only for the agent platform that created the checkout and signed this request. */
async function renderSettled(context: UcpContext, session: CheckoutSession): Promise<object> {
  const { agreed, orders, store } = context;
  const isTheirs = agreed.signer !== undefined && agreed.signer === session.agentProfile;
  const order = isTheirs && session.order ? await orders.find(store.id, session.order.id) : undefined;
  return renderCheckout(context, session, { orderPage: order?.pageUrl ?? null });
}
