import type { Example } from '../../description.ts';
import {
  AGENT,
  content,
  listedOrder,
  listedSession,
  ORDER_LINE,
  ORDER_TOTALS,
  orderTimeline,
  session,
  sessionTimeline,
} from './purchase.ts';

const listedCart = {
  id: '01a2007b-41d0-7f2a-8c11-6e0b9a4d2f73',
  status: 'active',
  agent: AGENT,
  lines_count: 1,
  total: 8010,
  currency: 'USD',
  created_at: '2026-11-21T10:05:00.000Z',
  updated_at: '2026-11-21T10:05:00.000Z',
};

const onePage = { total: 1, page: 1, per_page: 25 };
const newest = { sort: 'created_at', direction: 'desc', page: 1, per_page: 25 };

/** The carts, the sessions and the orders of a store. */
export const ofActivity: Record<string, Example> = {
  'GET /stores/{slug}/carts': {
    input: { status: 'active', ...newest },
    output: { items: [listedCart], ...onePage },
  },
  'GET /stores/{slug}/carts/{cart_id}': {
    input: { cart_id: listedCart.id },
    output: {
      cart: { ...listedCart, ...content, expires_at: '2026-12-01T10:05:00.000Z' },
      timeline: [
        {
          at: listedCart.created_at,
          kind: 'request',
          title: 'POST /carts',
          detail: AGENT,
          request_log_id: '01a2007b-41e4-7b61-a8a0-2b6f1f6f0c1d',
          duration_ms: 19.204,
          status: 201,
        },
        { at: listedCart.created_at, kind: 'status', title: 'active' },
      ],
    },
  },
  'GET /stores/{slug}/sessions': {
    input: { agent: AGENT, q: 'running shoe', ...newest },
    output: { items: [listedSession], ...onePage },
  },
  'GET /stores/{slug}/sessions/{session_id}': {
    input: { session_id: session.id },
    output: { session, timeline: sessionTimeline },
  },
  'GET /stores/{slug}/orders': {
    input: { payment: 'verified', ...newest },
    output: { items: [listedOrder], ...onePage },
  },
  'GET /stores/{slug}/orders/{order_id}': {
    input: { order_id: listedOrder.id },
    output: {
      order: { ...listedOrder, line_items: [ORDER_LINE], totals: ORDER_TOTALS },
      timeline: orderTimeline,
    },
  },
};
