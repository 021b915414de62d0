import type { Example } from '../../src/openapi/examples.ts';

const account = {
  id: '00000000-0000-7000-8000-000000000009',
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  created_at: '2026-11-22T09:00:02.000Z',
};
const id = '00000000-0000-7000-8000-000000000088';
const created_at = '2026-11-22T09:00:02.000Z';
const last_used_at = '2026-11-22T09:10:00.000Z';
const token = 'k3Jx0wQ9sYc7Vb2Lr5Tn8Zp1Md4Hf6Ga0Ue3Ri7Oy2';
const current_password = 'correct horse battery staple';
const code = '287082';
const recovery_codes = ['k3jx2-wq5sy', 'c7vb2-lr5tn', 'z4pmd-hf6ga'];
const url =
  'https://login.example.com/authorize?response_type=code&client_id=ucp-host&state=Zx9&code_challenge_method=S256';
const challenge = { challenge: 'aGVsbG8', timeout: 60_000 };
const response = {
  id: 'AQIDBA',
  rawId: 'AQIDBA',
  type: 'public-key',
  response: { clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0' },
};

const latency = {
  requests: 412,
  p50_ms: 9.4,
  p95_ms: 48.2,
  p99_ms: 310.6,
  shop_p50_ms: 4.1,
  shop_p95_ms: 36.8,
  shop_p99_ms: 298.3,
};

/** Examples of endpoints that need a mail server, an identity provider, an app or a device of a person, and of measurements. */
export const WRITTEN_EXAMPLES: Readonly<Record<string, Example>> = {
  'GET /stores/{slug}/request-latency': {
    input: {},
    output: {
      overall: latency,
      distribution: [{ up_to_ms: 5, requests: 1_204 }],
      items: [{ endpoint: 'GET /catalog/search', ...latency }],
      limited: false,
    },
  },
  'POST /sign-up/link': { input: { email: account.email }, output: {} },
  'POST /sign-up/confirm': {
    input: { token, name: account.name, password: current_password },
    output: { account },
  },
  'POST /account/email/link': { input: {}, output: {} },
  'POST /account/email': {
    input: { email: 'ada@northwind.example', current_password },
    output: { account, mailed_to: account.email },
  },
  'POST /account/email/change': {
    input: { token },
    output: { account: { ...account, email: 'ada@northwind.example' }, mailed_to: null },
  },
  'DELETE /account': { input: { confirm: account.email, current_password }, output: { last: false } },
  'POST /account/email/confirm': { input: { token }, output: {} },
  'POST /password-reset': { input: { email: account.email }, output: {} },
  'POST /password-reset/confirm': { input: { token, new_password: current_password }, output: {} },
  'GET /permissions': {
    input: {},
    output: {
      items: [
        { endpoint: 'PUT /stores/{slug}', roles: ['owner', 'admin', 'developer'] },
        { endpoint: 'DELETE /stores/{slug}', roles: ['owner', 'admin'] },
      ],
    },
  },
  'GET /account/sessions': {
    input: {},
    output: { items: [{ id, device: 'Firefox on Windows', created_at, last_used_at, current: true }] },
  },
  'DELETE /account/sessions/{session_id}': { input: { session_id: id }, output: {} },
  'POST /account/sessions/end-others': { input: {}, output: { ended: 2 } },
  'GET /account/sign-in-methods': {
    input: {},
    output: {
      passkeys: [{ id, name: 'Work laptop', created_at, last_used_at }],
      has_password: true,
      email_confirmed: true,
      single_sign_on: { label: 'Example Login', connected: true },
      second_factor: { enabled: true, recovery_codes_left: 10 },
    },
  },
  'POST /account/second-factor': {
    input: { current_password },
    output: {
      secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
      uri: 'otpauth://totp/agents.example.com:ada%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=agents.example.com',
    },
  },
  'POST /account/second-factor/confirm': { input: { code }, output: { recovery_codes } },
  'POST /account/second-factor/recovery-codes': { input: { code }, output: { recovery_codes } },
  'POST /account/second-factor/turn-off': { input: { code }, output: {} },
  'POST /single-sign-on': { input: {}, output: { url } },
  'POST /single-sign-on/finish': {
    input: { code: 'SplxlOBeZQQYbYS6WxSbIA', state: 'Zx9' },
    output: { account },
  },
  'POST /account/single-sign-on': { input: {}, output: { url } },
  'DELETE /account/single-sign-on': { input: {}, output: {} },
  'POST /passkey-sign-in': { input: {}, output: { options: challenge } },
  'POST /passkey-sign-in/finish': { input: { response }, output: { account } },
  'POST /account/passkeys/begin': { input: { current_password }, output: { options: challenge } },
  'POST /account/passkeys': { input: { name: 'Work laptop', response }, output: {} },
  'DELETE /account/passkeys/{passkey_id}': { input: { passkey_id: id }, output: {} },
};
