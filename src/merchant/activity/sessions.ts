import { z } from 'zod';
import {
  furthestStep,
  LOSING_STEPS,
  SESSION_STEPS,
  stepLeftAt,
} from '../../commerce/checkout/buyer-steps.ts';
import { SESSION_ENDINGS } from '../../commerce/checkout/checkout-session.ts';
import type { SessionFailure } from '../../commerce/checkout/session-failure.ts';
import { CommerceError } from '../../commerce/errors.ts';
import { isUuid } from '../../commerce/uuid.ts';
import type { ActivityFilter, ActivityPage, ListedOrder } from '../../storage/repositories/activity-lists.ts';
import type { ListedCart, ListedSession } from '../../storage/repositories/listed-rows.ts';
import { named } from '../../wire/named.ts';
import { forStore, type MerchantEndpoint } from '../action.ts';
import { toWire } from '../to-wire.ts';
import { nowOf, type StoreVisit } from '../visit.ts';
import { activityList } from './list.ts';
import {
  callEntries,
  cartEntries,
  deliveryEntries,
  endingOf,
  inTime,
  orderEntries,
  sessionEntries,
  type TimelineEntry,
} from './timeline.ts';
import { cartRow, choices, content, renderContent, renderTimeline, timelineResponse } from './wire.ts';

const sessionRow = named(
  'ListedSession',
  cartRow.extend({
    first_item: z
      .string()
      .nullable()
      .describe(
        'Title of its first line. For a session without a cart, of the first requested item that the catalog copy has.',
      ),
    order_id: z.string().nullable(),
    order_status: z.string().nullable(),
    payment: z
      .string()
      .nullable()
      .describe('verified: confirmed by the platform. claimed: by the agent only.'),
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
  handed_off_at: z.iso
    .datetime()
    .nullable()
    .describe('Time at which the agent got the address where the buyer pays.'),
  settled_at: z.iso.datetime().nullable().describe('Time at which it was completed or failed.'),
  failure: z
    .object({
      code: z.string(),
      message: z.string(),
      line_items: z.array(
        z.object({
          item: z.object({
            id: z.string(),
            title: z.string().nullable().describe('Null for an item that the catalog copy does not have.'),
          }),
          quantity: z.int(),
        }),
      ),
      request_id: z.string().nullable(),
      request_log_id: z.string().nullable().describe('Null when the log no longer holds the request.'),
    })
    .nullable()
    .describe('Why the session got no cart, and the requested items. Null for any other session.'),
});

const sessionAnswer = z.object({ session, timeline: timelineResponse });

export const sessionEndpoints: MerchantEndpoint[] = [
  activityList({
    id: 'listStoreSessions',
    rest: 'GET /stores/{slug}/sessions',
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
    list: listSessions,
    render: (listed, visit) => renderSession(listed, nowOf(visit)),
  }),
  forStore({
    id: 'getStoreSession',
    rest: 'GET /stores/{slug}/sessions/{session_id}',
    summary: 'Returns a checkout session with its history.',
    input: z.object({ session_id: z.string().max(200) }),
    output: sessionAnswer,
    async run(visit, { session_id }) {
      const details = await sessionWithTimeline(visit, session_id);
      const { handedOffAt, settledAt, failure } = details.session;
      const rendered = {
        ...renderSession(details.session, nowOf(visit)),
        ...renderContent(details.session),
        handed_off_at: handedOffAt,
        settled_at: settledAt,
        failure: failure && renderFailure(failure, details),
      };
      return { body: { session: rendered, timeline: renderTimeline(details.timeline) } };
    },
  }),
];

type Named = ListedSession & { titles: Titles };

/** Titles of requested items, by id. */
type Titles = ReadonlyMap<string, string>;

function renderSession({ titles, ...listed }: Named, now: string) {
  const { lines, totals, failure, payment, handedOffAt, buyerSteps } = listed;
  const requested = failure?.lines.flatMap(({ itemId }) => titles.get(itemId) ?? []) ?? [];
  const ending = endingOf(listed) ?? null;
  const followed = { buyerSteps, isHandedOver: handedOffAt !== null };
  const ended = ending === 'expired' || ending === null ? ending : 'called_off';
  return toWire(sessionRow, {
    ...listed,
    linesCount: lines.length,
    firstItem: lines[0]?.title ?? requested[0] ?? null,
    total: totals.total,
    ending,
    step: furthestStep(followed),
    leftAt: stepLeftAt({ ...followed, isOrdered: payment === 'verified', ending: ended }, now),
  });
}

function renderFailure(
  { code, message, lines, requestId }: SessionFailure,
  { session: { titles }, failedCall }: { session: Named; failedCall: string | null },
) {
  return {
    code,
    message,
    line_items: lines.map(({ itemId, quantity }) => ({
      item: { id: itemId, title: titles.get(itemId) ?? null },
      quantity,
    })),
    request_id: requestId,
    request_log_id: failedCall,
  };
}

/** Lists sessions after failing the expired ones; items requested by failed ones are named by one query. */
async function listSessions(
  visit: StoreVisit<'activity' | 'now' | 'products' | 'sessions'>,
  filter: ActivityFilter,
  page: ActivityPage,
) {
  await visit.context.sessions.failExpired(nowOf(visit));
  const { items, total } = await visit.context.activity.sessions(visit.store.id, filter, page);
  const titles = await requestedTitles(visit, items, 1);
  return { items: items.map((item) => ({ ...item, titles })), total };
}

/** Titles of the first `max` items that each failed session requested. */
function requestedTitles(
  { context, store }: StoreVisit<'products'>,
  sessions: readonly ListedSession[],
  max: number,
): Promise<Titles> {
  const lines = sessions.flatMap(({ failure }) => failure?.lines.slice(0, max) ?? []);
  return context.products.titlesOf(store.id, [...new Set(lines.map(({ itemId }) => itemId))]);
}

/** `failedCall`: id of the failed request while the log keeps it. Throws `not_found`. */
async function sessionWithTimeline(
  visit: StoreVisit<'activity' | 'flushCalls' | 'now' | 'products' | 'requestLog' | 'sessions'>,
  id: string,
): Promise<{ session: Named; timeline: TimelineEntry[]; failedCall: string | null }> {
  const { context, store } = visit;
  await Promise.all([context.sessions.failExpired(nowOf(visit)), context.flushCalls()]);
  const session = isUuid(id) ? await context.activity.session(store.id, id) : undefined;
  if (!session) throw notThere('checkout session');
  const [calls, ofOrder, titles] = await Promise.all([
    context.requestLog.about(store.id, 'session_id', id),
    session.orderId === null ? [] : timelineOfOrder(visit, session.orderId),
    requestedTitles(visit, [session], MAX_NAMED),
  ]);
  const failedCall = calls.find(({ requestId }) => requestId === session.failure?.requestId);
  return {
    session: { ...session, titles },
    timeline: inTime([...callEntries(calls), ...sessionEntries(session), ...ofOrder]),
    failedCall: failedCall?.id ?? null,
  };
}

/** Requested items of one failed session that are named. */
const MAX_NAMED = 200;

export async function listCarts(
  visit: StoreVisit<'activity' | 'carts' | 'now'>,
  filter: ActivityFilter,
  page: ActivityPage,
) {
  await visit.context.carts.cancelExpired(nowOf(visit));
  return visit.context.activity.carts(visit.store.id, filter, page);
}

/** Throws `not_found`. */
export async function cartWithTimeline(
  visit: StoreVisit<'activity' | 'carts' | 'flushCalls' | 'now' | 'requestLog'>,
  id: string,
): Promise<{ cart: ListedCart; timeline: TimelineEntry[] }> {
  const { context, store } = visit;
  await Promise.all([context.carts.cancelExpired(nowOf(visit)), context.flushCalls()]);
  const cart = isUuid(id) ? await context.activity.cart(store.id, id) : undefined;
  if (!cart) throw notThere('cart');
  const calls = await context.requestLog.about(store.id, 'cart_id', id);
  return { cart, timeline: inTime([...callEntries(calls), ...cartEntries(cart)]) };
}

/** Throws `not_found`. */
export async function orderWithTimeline(
  visit: StoreVisit<'activity' | 'flushCalls' | 'requestLog'>,
  id: string,
): Promise<{ listed: ListedOrder; timeline: TimelineEntry[] }> {
  const { context, store } = visit;
  await context.flushCalls();
  const listed = isUuid(id) ? await context.activity.order(store.id, id) : undefined;
  if (!listed) throw notThere('order');
  const [calls, ofOrder] = await Promise.all([
    context.requestLog.about(store.id, 'order_id', id),
    timelineOfOrder(visit, id),
  ]);
  return { listed, timeline: inTime([...callEntries(calls), ...ofOrder]) };
}

/** Changes of an order, and the webhooks about it. */
async function timelineOfOrder(
  { context, store }: StoreVisit<'activity'>,
  id: string,
): Promise<TimelineEntry[]> {
  const [events, listed] = await Promise.all([
    context.activity.orderEvents(store.id, id),
    context.activity.order(store.id, id),
  ]);
  const platformId = listed?.order.platformOrder?.id;
  const deliveries =
    platformId === undefined ? [] : await context.activity.deliveriesAbout(store.id, platformId);
  return [...orderEntries(events), ...deliveryEntries(deliveries)];
}

function notThere(what: string): CommerceError {
  return new CommerceError('not_found', `The store has no ${what} with that id.`);
}
