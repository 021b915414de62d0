import type { Example } from '../../description.ts';
import { AGENT } from './purchase.ts';

const called = '2026-11-21T10:10:00.000Z';
const error = 'line_items.0.quantity must be an integer from 1 to 9999.';
const address = '/api/ucp/demo-shopify/checkout-sessions';
const sent = { line_items: [{ item: { id: 'gid://shopify/ProductVariant/1001' }, quantity: 0 }] };

const refused = {
  id: '01a2007a-307b-7f67-ad49-4ee9d6a08411',
  at: called,
  transport: 'rest',
  method: 'POST',
  endpoint: 'POST /checkout-sessions',
  tool: null,
  path: address,
  status: 400,
  duration_ms: 1.07,
  agent: AGENT,
  request_id: '07b41c5d-927f-473d-bdb8-717adb3639fe',
  session_id: null,
  cart_id: null,
  order_id: null,
  error,
};

const brought = { orders_verified: 1, revenue_verified: 9151, orders_claimed: 0, revenue_claimed: 0 };

/** A period in sums, the way to a live store, and every single call. */
export const ofWhatAgentsDid: Record<string, Example> = {
  'GET /stores/{slug}/overview': {
    input: { from: '2026-11-21', to: '2026-11-21' },
    output: {
      period: { from: '2026-11-21', to: '2026-11-21' },
      totals: { searches: 3, sessions: 1, handoffs: 1, ...brought, currency: 'USD' },
      other_currencies: [],
      funnel: [
        { step: 'searches', count: 3 },
        { step: 'sessions', count: 1 },
        { step: 'handoffs', count: 1 },
        { step: 'orders_verified', count: 1 },
      ],
      by_day: [{ day: '2026-11-21', searches: 3, sessions: 1, handoffs: 1, ...brought }],
      by_agent: [{ agent: AGENT, requests: 6, sessions: 1, ...brought }],
      zero_result_searches: [{ query: 'xylophone', count: 2, last_at: '2026-11-21T09:58:00.000Z' }],
      rejected_codes: [{ code: 'EXPIRED5', reason: 'discount_code_expired', count: 1 }],
    },
  },
  'GET /stores/{slug}/setup': {
    input: {},
    output: {
      steps: [
        { id: 'connect', title: 'Connect the store', done: true, detail: 'Connected on 2026-11-21.' },
        {
          id: 'discovery',
          title: 'Let agents find it on your domain',
          done: false,
          detail: 'Set up one of the recipes on the discovery page, then check your domain there.',
        },
        {
          id: 'test_purchase',
          title: 'Make a test purchase',
          done: true,
          detail: 'The first verified order came on 2026-11-21.',
        },
        {
          id: 'live',
          title: 'Go live',
          done: true,
          detail: 'An agent made its first session on 2026-11-21.',
        },
      ],
    },
  },
  'GET /stores/{slug}/requests': {
    input: { status_class: '4xx', endpoint: 'POST /checkout-sessions', page: 1, per_page: 25 },
    output: { items: [refused], total: 1, page: 1, per_page: 25 },
  },
  'GET /stores/{slug}/requests/{log_id}': {
    input: { log_id: refused.id },
    output: {
      request: {
        ...refused,
        request_headers: {
          'content-type': 'application/json',
          'ucp-agent': `profile="https://${AGENT}/profile.json"`,
        },
        request_body: sent,
        response_body: {
          error,
          code: 'invalid_input',
          details: [{ path: 'line_items.0.quantity', message: 'must be an integer from 1 to 9999' }],
        },
        upstream_calls: [],
        curl: `curl --request 'POST' \\\n  --header 'content-type: application/json' \\\n  --data-raw '${JSON.stringify(sent)}' \\\n  'https://agents.example.com${address}'`,
      },
    },
  },
  'GET /stores/{slug}/request-errors': {
    input: {},
    output: {
      items: [
        { endpoint: refused.endpoint, status: 400, error, count: 1, last_at: called, example_id: refused.id },
      ],
    },
  },
  'GET /stores/{slug}/agents': {
    input: {},
    output: { items: [{ agent: AGENT, requests: 6, last_at: called, counted: true }] },
  },
};
