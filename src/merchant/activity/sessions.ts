import { z } from 'zod';
import {
  LOSING_STEPS,
  pickFurthestStep,
  SESSION_STEPS,
  stepLeftAt,
} from '../../commerce/checkout/buyer-steps.ts';
import { SESSION_ENDINGS } from '../../commerce/checkout/checkout-session.ts';
import type { SessionFailure } from '../../commerce/checkout/session-failure.ts';
import { EXPIRY } from '../../commerce/order/events.ts';
import type { ListedSession } from '../../storage/repositories/activity/listed-rows.ts';
import { nameSchema } from '../../wire/named.ts';
import { forStore } from '../action.ts';
import { instantOrNull, textOrNull } from '../fields.ts';
import { choices } from '../lists.ts';
import { type AtStore, getNow } from '../visit.ts';
import {
  content,
  createNotThereError,
  defineActivityList,
  listedRow,
  minor,
  toLineItems,
  toListedRow,
  totalsResponse,
} from './lists.ts';
import {
  callEntries,
  findTimelineOfOrder,
  getEnding,
  sortByTime,
  timelineResponse,
  toSessionEntries,
} from './timeline.ts';

const sessionRow = nameSchema(
  'ListedSession',
  listedRow.extend({
    first_item: textOrNull.describe(
      'Title of its first line. For a session without a cart, of the first requested item that the catalog copy has.',
    ),
    total: minor.describe(
      'In minor units of `currency`: of the order once there is one, else as quoted to the agent.',
    ),
    quoted_total: minor.describe('Total that the agent was quoted, in minor units of `quoted_currency`.'),
    quoted_currency: z.string(),
    order_id: textOrNull,
    order_status: textOrNull,
    payment: textOrNull.describe('verified: confirmed by the platform. claimed: by the agent only.'),
    order_paid: z.boolean().describe('Whether the shop has the money of the order.'),
    ending: z
      .enum(SESSION_ENDINGS)
      .nullable()
      .describe('The error, cancellation or expiry that ended a failed session; null for any other.'),
    step: z
      .enum(SESSION_STEPS)
      .describe('How far the buyer has come, as the shop reports it: created, handed over, or a step there.'),
    left_at: z
      .enum(LOSING_STEPS)
      .nullable()
      .describe(
        'Step at which the buyer left: the shop said so, no further step was reported for 30 minutes, or the session expired. Null otherwise.',
      ),
  }),
);

const session = sessionRow.extend({
  ...content.shape,
  totals: totalsResponse.describe('Sums of the order; without an order, those quoted to the agent.'),
  quoted_totals: totalsResponse.describe('In minor units of `quoted_currency`.'),
  handed_off_at: instantOrNull.describe('Time at which the agent got the address where the buyer pays.'),
  settled_at: instantOrNull.describe('Time at which it was completed or failed.'),
  failure: z
    .object({
      code: z.string(),
      message: z.string(),
      line_items: z.array(
        z.object({
          item: z.object({
            id: z.string(),
            title: textOrNull.describe('Null for an item that the catalog copy does not have.'),
          }),
          quantity: z.int(),
        }),
      ),
      request_id: textOrNull,
      request_log_id: textOrNull.describe('Null when the log no longer holds the request.'),
    })
    .nullable()
    .describe('Why the session got no cart, and the requested items. Null for any other session.'),
});

export const sessionEndpoints = [
  defineActivityList({
    id: 'listStoreSessions',
    route: 'GET /stores/{slug}/sessions',
    summary: 'Lists the checkout sessions that agents made, newest first unless sorted otherwise.',
    filters: {
      ending: choices
        .pipe(z.array(z.enum(SESSION_ENDINGS)).optional())
        .describe(
          'Only sessions that ended by error, canceled or expired, or by several of them, separated by commas.',
        ),
      left_at: choices
        .pipe(z.array(z.enum(LOSING_STEPS)).optional())
        .describe('Only sessions whose buyer left at this step, or at one of several, separated by commas.'),
    },
    row: sessionRow,
    /** Fails the expired ones first; items requested by failed ones are named by one query. */
    async list(visit, filter, page) {
      const { context, store } = visit;
      await context.sessions.failExpired(getNow(visit), EXPIRY);
      const listed = await context.activity.listSessions(store.id, filter, page);
      const titles = await findRequestedTitles(visit, listed.items, 1);
      return { ...listed, items: listed.items.map((item) => toSessionRow(item, titles, getNow(visit))) };
    },
  }),
  forStore({
    id: 'getStoreSession',
    route: 'GET /stores/{slug}/sessions/{session_id}',
    summary: 'Returns a checkout session with its history.',
    input: z.object({ session_id: z.string().max(200) }),
    output: z.object({ session, timeline: timelineResponse }),
    async run(visit, { session_id: id }) {
      const { context, store } = visit;
      await Promise.all([context.sessions.failExpired(getNow(visit), EXPIRY), context.flushCalls()]);
      const session = await context.activity.findSession(store.id, id);
      if (!session) throw createNotThereError('checkout session');
      const { failure, orderId } = session;
      const order = orderId === null ? undefined : await context.activity.findOrder(store.id, orderId);
      const [calls, ofOrder, titles] = await Promise.all([
        context.requestLog.listAbout(store.id, 'sessionId', id),
        order ? findTimelineOfOrder(visit, order) : [],
        findRequestedTitles(visit, [session], MAX_NAMED),
      ]);
      const failedCall = calls.find(({ requestId }) => requestId === failure?.requestId);
      return {
        session: {
          ...toSessionRow(session, titles, getNow(visit)),
          lineItems: toLineItems(session),
          totals: (session.ordered ?? session).totals,
          quotedTotals: session.totals,
          failure: failure && toFailure(failure, titles, failedCall?.id ?? null),
        },
        timeline: sortByTime([...callEntries(calls), ...toSessionEntries(session), ...ofOrder]),
      };
    },
  }),
];

/** Titles of requested items, by id. */
type Titles = ReadonlyMap<string, string>;

function toSessionRow(listed: ListedSession, titles: Titles, now: string) {
  const { lines, failure, payment, handedOffAt, buyerSteps } = listed;
  const requested = failure?.lines.flatMap(({ itemId }) => titles.get(itemId) ?? []) ?? [];
  const ending = getEnding(listed) ?? null;
  const followed = { buyerSteps, isHandedOver: handedOffAt !== null };
  const ended = ending === 'expired' || ending === null ? ending : 'called_off';
  return {
    ...listed,
    ...toListedRow(listed),
    currency: (listed.ordered ?? listed).currency,
    total: (listed.ordered ?? listed).totals.total,
    quotedTotal: listed.totals.total,
    quotedCurrency: listed.currency,
    firstItem: lines[0]?.title ?? requested[0] ?? null,
    ending,
    step: pickFurthestStep(followed),
    leftAt: stepLeftAt({ ...followed, isOrdered: payment === 'verified', ending: ended }, now),
  };
}

/** `requestLogId`: of the failed request while the log keeps it. */
function toFailure(failure: SessionFailure, titles: Titles, requestLogId: string | null) {
  const lineItems = failure.lines.map(({ itemId, quantity }) => ({
    item: { id: itemId, title: titles.get(itemId) ?? null },
    quantity,
  }));
  return { ...failure, lineItems, requestLogId };
}

/** Titles of the first `max` items that each failed session requested. */
function findRequestedTitles({ context, store }: AtStore, sessions: readonly ListedSession[], max: number) {
  const lines = sessions.flatMap(({ failure }) => failure?.lines.slice(0, max) ?? []);
  return context.products.findTitles(store.id, [...new Set(lines.map(({ itemId }) => itemId))]);
}

/** Requested items of one failed session that are named. */
const MAX_NAMED = 200;
