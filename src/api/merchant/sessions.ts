import { z } from 'zod';
import { SESSION_ENDINGS } from '../../commerce/checkout-session.ts';
import type { SessionFailure } from '../../commerce/session-failure.ts';
import { type ListedSession, listSessions, sessionWithTimeline } from '../../merchants/sessions.ts';
import { endingOf } from '../../merchants/timeline.ts';
import { activityList } from './activity-list.ts';
import {
  cartRow,
  choices,
  content,
  renderContent,
  renderTimeline,
  timelineResponse,
} from './activity-wire.ts';
import { forStore, type MerchantEndpoint } from './endpoint.ts';
import { toWire } from './to-wire.ts';

export const sessionRow = cartRow.extend({
  order_id: z.string().nullable(),
  order_status: z.string().nullable(),
  payment: z.string().nullable().describe('verified: confirmed by the platform. claimed: by the agent only.'),
  order_paid: z.boolean().describe('Whether the shop has the money of the order.'),
  ending: z
    .enum(SESSION_ENDINGS)
    .nullable()
    .describe('The error, cancellation or expiry that ended a failed session; null for any other.'),
});

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
      line_items: z.array(z.object({ item: z.object({ id: z.string() }), quantity: z.int() })),
      request_id: z.string().nullable(),
      request_log_id: z.string().nullable().describe('Null when the log no longer holds the request.'),
    })
    .nullable()
    .describe('Why the session got no cart, and the requested items. Null for any other session.'),
});

export const sessionAnswer = z.object({ session, timeline: timelineResponse });

export const sessionEndpoints: MerchantEndpoint[] = [
  activityList({
    rest: 'GET /stores/{slug}/sessions',
    summary: 'Lists the checkout sessions that agents made, newest first unless sorted otherwise.',
    filters: {
      ending: choices
        .pipe(z.array(z.enum(SESSION_ENDINGS)).optional())
        .describe(
          'Only sessions that ended by error, canceled or expired, or by several of them, separated by commas.',
        ),
    },
    row: sessionRow,
    list: listSessions,
    render: renderSession,
  }),
  forStore({
    rest: 'GET /stores/{slug}/sessions/{session_id}',
    summary: 'Returns a checkout session with its history.',
    input: z.object({ session_id: z.string().max(200) }),
    output: sessionAnswer,
    async run(visit, { session_id }) {
      const found = await sessionWithTimeline(visit, session_id);
      const { handedOffAt, settledAt, failure } = found.session;
      const rendered = {
        ...renderSession(found.session),
        ...renderContent(found.session),
        handed_off_at: handedOffAt,
        settled_at: settledAt,
        failure: failure && renderFailure(failure, found.failedCall),
      };
      return { body: { session: rendered, timeline: renderTimeline(found.timeline) } };
    },
  }),
];

function renderSession(listed: ListedSession) {
  const { lines, totals } = listed;
  return toWire(sessionRow, {
    ...listed,
    linesCount: lines.length,
    total: totals.total,
    ending: endingOf(listed) ?? null,
  });
}

function renderFailure({ code, message, lines, requestId }: SessionFailure, logId: string | null) {
  return {
    code,
    message,
    line_items: lines.map(({ itemId, quantity }) => ({ item: { id: itemId }, quantity })),
    request_id: requestId,
    request_log_id: logId,
  };
}
