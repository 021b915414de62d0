import { z } from 'zod';
import type { CheckoutSession } from '../../commerce/checkout/checkout-session.ts';
import { toSortedJson } from '../../commerce/json/sorted-json.ts';
import type { Store } from '../../commerce/store/store.ts';
import { hashIdempotencyKey } from '../../operations/call/idempotency.ts';
import type { StoreContext } from '../../operations/call/store-context.ts';
import { cancelCheckoutRepeatably } from '../../operations/checkout/cancel.ts';
import { completeCheckoutOnClaim } from '../../operations/checkout/complete-checkout.ts';
import { createCheckout } from '../../operations/checkout/create-checkout.ts';
import { detectPayment } from '../../operations/checkout/detect-payment.ts';
import { replaceLinesKeepingTotals } from '../../operations/checkout/replace-checkout.ts';
import { readSession } from '../../operations/checkout/session-lease.ts';
import { toRejectedCodeStats } from '../call-stats.ts';
import { defineEndpoint, type Endpoint, type Reply } from '../endpoint.ts';
import { toIdText } from '../own-ids.ts';
import { renderSession } from './render-purchase.ts';
import { sessionResponse } from './responses.ts';
import {
  buyer,
  destinationHint,
  discounts,
  idempotencyKey,
  lineItems,
  sessionId,
  toLines,
} from './schemas.ts';

const ALIASES = { session_id: ['id', 'sessionId'] };

const CREATE = 'POST /checkout-sessions';

const create = defineEndpoint({
  capability: 'checkout',
  id: 'createCheckoutSession',
  route: CREATE,
  creates: true,
  summary:
    'Creates a checkout session with real totals. Send the buyer to continue_url to pay on the store, then complete the session.',
  tool: { name: 'create_checkout_session', effect: 'create' },
  readsBody: true,
  capabilityOf: { discounts: 'discount' },
  input: z.object({
    line_items: lineItems,
    buyer,
    discounts,
    destination: destinationHint,
    idempotency_key: idempotencyKey.optional(),
  }),
  output: sessionResponse,
  countryOf: ({ destination }) => destination?.country,
  async run(context, input) {
    const { session, created } = await createCheckout(context, {
      lines: toLines(input.line_items),
      discountCodes: input.discounts?.codes,
      buyer: input.buyer,
      idempotencyKey: toStoredKey(context, input),
    });
    const body = renderSession(context, session, input.destination);
    return {
      body: created ? body : { ...body, replayed: true },
      created,
      replayed: !created,
      callStats: created ? toRejectedCodeStats(session) : undefined,
    };
  },
});

/** Hashed, because a key belongs to its agent, and the session is found by the key alone. */
function toStoredKey(
  context: StoreContext,
  { idempotency_key: key, ...request }: { idempotency_key?: string | undefined },
): string | undefined {
  if (key === undefined) return undefined;
  return `agent ${hashIdempotencyKey(context, { operation: CREATE, key, request: toSortedJson(request) })}`;
}

const replace = defineEndpoint({
  capability: 'checkout',
  id: 'updateCheckoutSession',
  route: 'PUT /checkout-sessions/{session_id}',
  summary:
    'Replaces the line items of an open checkout session. Totals are brought up to date when it completes.',
  readsBody: true,
  input: z.object({ session_id: sessionId, line_items: lineItems, destination: destinationHint }),
  output: sessionResponse,
  mustExist: async (context, { session_id }) => void (await readSession(context, toIdText(session_id))),
  countryOf: ({ destination }) => destination?.country,
  async run(context, { session_id, line_items, destination }) {
    const session = await replaceLinesKeepingTotals(context, session_id, toLines(line_items));
    return { body: renderSession(context, session, destination) };
  },
});

type Settle = (context: StoreContext, id: string) => Promise<CheckoutSession>;

function onSession(settle: Settle, definition: Pick<Endpoint, 'id' | 'route' | 'summary' | 'tool'>) {
  return defineEndpoint({
    ...definition,
    capability: 'checkout',
    input: z.object({ session_id: sessionId }),
    output: sessionResponse,
    async run(context, { session_id }) {
      return renderUnchanged(context, await settle(context, session_id));
    },
  });
}

const bodies = new WeakMap<CheckoutSession, { store: Store; body: object }>();

/** Lines of a session whose body is kept: a shop's long texts would fill the memory otherwise. */
const MAX_KEPT_LINES = 10;

/** Agents poll: a session has the body that it had before while its row and its store's are unchanged. */
function renderUnchanged(context: StoreContext, session: CheckoutSession): Pick<Reply, 'body' | 'isShared'> {
  const { store } = context;
  const last = bodies.get(session);
  if (last?.store === store) return { body: last.body, isShared: true };
  const body = renderSession(context, session);
  if (session.lines.length > MAX_KEPT_LINES) return { body };
  bodies.set(session, { store, body });
  return { body, isShared: true };
}

const read = onSession(detectPayment, {
  id: 'getCheckoutSession',
  route: 'GET /checkout-sessions/{session_id}',
  summary: 'Reads a checkout session as it was priced at as_of, with its order once the buyer has placed it.',
  tool: { name: 'get_checkout_session', effect: 'readOnly', aliases: ALIASES },
});

const complete = onSession(completeCheckoutOnClaim, {
  id: 'completeCheckoutSession',
  route: 'POST /checkout-sessions/{session_id}/complete',
  summary: 'Completes a checkout session once the buyer has paid at continue_url, and returns its order.',
  tool: { name: 'complete_checkout_session', effect: 'repeatable', aliases: ALIASES },
});

const cancel = onSession(cancelCheckoutRepeatably, {
  id: 'cancelCheckoutSession',
  route: 'POST /checkout-sessions/{session_id}/cancel',
  summary: 'Cancels a checkout session that is not completed. Nothing is charged; canceling again is safe.',
  tool: { name: 'cancel_checkout_session', effect: 'destructive', aliases: ALIASES },
});

export const checkoutEndpoints = [create, read, replace, complete, cancel];
