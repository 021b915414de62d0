import { z } from 'zod';
import { type ListedSession, listSessions, sessionWithTimeline } from '../../merchants/sessions.ts';
import { activityList } from './activity-list.ts';
import {
  cartRow,
  content,
  renderContent,
  renderRow,
  renderTimeline,
  timelineResponse,
} from './activity-wire.ts';
import { forStore, type MerchantEndpoint } from './endpoint.ts';

const sessionRow = {
  ...cartRow,
  order_id: z.string().nullable(),
  order_status: z.string().nullable(),
  payment: z.string().nullable().describe('verified: confirmed by the platform. claimed: by the agent only.'),
};

const session = {
  ...sessionRow,
  ...content,
  handed_off_at: z.iso.datetime().nullable().describe('When the agent got the address where the buyer pays.'),
  settled_at: z.iso.datetime().nullable().describe('When it was completed or failed.'),
};

export const sessionEndpoints: MerchantEndpoint[] = [
  activityList({
    rest: 'GET /stores/{slug}/sessions',
    summary: 'The checkout sessions that agents made, newest first unless sorted otherwise.',
    row: sessionRow,
    list: listSessions,
    render: renderSession,
  }),
  forStore({
    rest: 'GET /stores/{slug}/sessions/{session_id}',
    summary: 'A checkout session, and everything that happened to it.',
    tag: 'activity',
    input: z.object({ session_id: z.string().max(200) }),
    output: z.object({ session: z.object(session), timeline: timelineResponse }),
    async run(visit, { session_id }) {
      const found = await sessionWithTimeline(visit, session_id);
      const { handedOffAt, settledAt } = found.session;
      const rendered = {
        ...renderSession(found.session),
        ...renderContent(found.session),
        handed_off_at: handedOffAt,
        settled_at: settledAt,
      };
      return { body: { session: rendered, timeline: renderTimeline(found.timeline) } };
    },
  }),
];

function renderSession(listed: ListedSession) {
  const { orderId, orderStatus, payment } = listed;
  return { ...renderRow(listed), order_id: orderId, order_status: orderStatus, payment };
}
