/** One purchase, as its session and its order tell of it. */
const SESSION = '01a2007a-2f8f-754c-a262-12afda48be01';
const ORDER = '01a2007a-2fc1-7942-9520-279caaf373a6';

export const AGENT = 'shopper.example';
export const CALL = '01a2007a-3079-76ee-90c5-f783176a0422';
const COMPLETING = '01a2007a-307a-79be-a6a6-31117c479fec';

const made = '2026-11-21T10:00:00.000Z';
const handedOff = '2026-11-21T10:00:00.020Z';
const settled = '2026-11-21T10:00:12.000Z';

const soldAs = { id: 'gid://shopify/ProductVariant/1001', title: 'Trail Running Shoe - 40 / Black' };

export const content = {
  line_items: [
    {
      item: {
        ...soldAs,
        price: 8900,
        image_url: 'https://shop.example.com/images/trail-running-shoe.svg',
      },
      quantity: 1,
    },
  ],
  totals: { subtotal: 8900, discount: 890, tax: 0, shipping: null, total: 8010 },
  discounts: {
    codes: ['SUMMER10', 'EXPIRED5'],
    applied: [{ code: 'SUMMER10', amount: 890 }],
    rejected: [
      { code: 'EXPIRED5', reason: 'discount_code_expired', message: 'This discount is not valid anymore' },
    ],
  },
  expires_at: '2026-11-21T16:00:00.000Z',
};

export const listedSession = {
  id: SESSION,
  status: 'completed',
  agent: AGENT,
  lines_count: 1,
  total: 8010,
  currency: 'USD',
  created_at: made,
  updated_at: settled,
  order_id: ORDER,
  order_status: 'confirmed',
  payment: 'verified',
  ending: null,
};

export const session = {
  ...listedSession,
  ...content,
  handed_off_at: handedOff,
  settled_at: settled,
  failure: null,
};

const completing = {
  at: '2026-11-21T10:00:11.970Z',
  kind: 'request',
  title: 'POST /checkout-sessions/{session_id}/complete',
  detail: AGENT,
  request_log_id: COMPLETING,
  duration_ms: 26.408,
  status: 200,
};

const verified = {
  at: settled,
  kind: 'order',
  title: 'Order verified: confirmed',
  detail: 'Confirmed by the platform: learned when the session was completed.',
};

export const orderTimeline = [
  completing,
  {
    at: completing.at,
    kind: 'platform_call',
    title: 'FindOrders',
    request_log_id: COMPLETING,
    duration_ms: 15.873,
    status: 200,
  },
  verified,
];

export const sessionTimeline = [
  {
    at: made,
    kind: 'request',
    title: 'POST /checkout-sessions',
    detail: AGENT,
    request_log_id: CALL,
    duration_ms: 23.799,
    status: 201,
  },
  {
    at: made,
    kind: 'platform_call',
    title: 'CreateCart',
    request_log_id: CALL,
    duration_ms: 14.293,
    status: 200,
  },
  { at: made, kind: 'status', title: 'initiated' },
  { at: handedOff, kind: 'status', title: 'requires_escalation' },
  {
    at: handedOff,
    kind: 'handoff',
    title: 'Hand-off',
    detail: 'The agent was given the address where the buyer pays.',
  },
  ...orderTimeline,
  { at: settled, kind: 'status', title: 'completed' },
];

export const listedOrder = {
  id: ORDER,
  status: 'confirmed',
  payment: 'verified',
  agent: AGENT,
  session_id: SESSION,
  platform_order_id: 'gid://shopify/Order/28078736',
  platform_order_number: '28078736',
  lines_count: 1,
  total: 9151,
  currency: 'USD',
  buyer_email: 'a***@example.com',
  tracking: [],
  as_of: settled,
  created_at: '2026-11-21T10:00:10.000Z',
  updated_at: settled,
};

export const ORDER_LINE = { item: soldAs, quantity: 1, price: 8900 };
export const ORDER_TOTALS = { subtotal: 8900, discount: 890, tax: 641, shipping: 500, total: 9151 };
