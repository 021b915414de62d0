import type { Example } from '../../description.ts';

const account = {
  id: '01a2007a-2ede-7c13-91fc-86cf3974c2a4',
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  created_at: '2026-11-21T09:00:00.000Z',
};

const token = {
  id: '01a2007a-308a-7193-b126-3dd9da9ad16b',
  name: 'nightly export',
  stores: ['demo-shopify'],
  created_at: '2026-11-21T09:30:00.000Z',
};

const PAIRING = '82fbae9c-b4f2-45c0-8946-9f389982a72b';
const goodUntil = '2026-11-21T09:40:00.000Z';

/** Of signing in, of tokens and of pairing codes. */
export const ofAccounts: Record<string, Example> = {
  'GET /installation': {
    input: {},
    output: {
      first_run: false,
      sign_up: 'open',
      version: '0.1.0',
      sandbox: true,
      base_url: 'https://agents.example.com',
    },
  },
  'POST /sign-up': {
    input: { name: account.name, email: account.email, password: 'correct horse battery' },
    output: { account },
  },
  'POST /sign-in': {
    input: { email: account.email, password: 'correct horse battery' },
    output: { account },
  },
  'POST /sign-out': { input: {}, output: {} },
  'GET /session': { input: {}, output: { account } },
  'GET /me': { input: {}, output: { account, via: 'session' } },
  'POST /password': {
    input: { current_password: 'correct horse battery', new_password: 'a long enough password' },
    output: {},
  },
  'GET /tokens': {
    input: {},
    output: { items: [{ ...token, last_used_at: '2026-11-21T10:15:00.000Z' }] },
  },
  'POST /tokens': {
    input: { name: token.name, stores: token.stores },
    output: { ...token, last_used_at: null, token: 'uch_djorTWD08nwNIPh03Hnc…' },
  },
  'DELETE /tokens/{token_id}': { input: { token_id: token.id }, output: {} },
  'POST /pairing-codes': { input: {}, output: { id: PAIRING, code: '060703', expires_at: goodUntil } },
  'GET /pairing-codes/{pairing_id}': {
    input: { pairing_id: PAIRING },
    output: {
      status: 'paired',
      tries_left: 4,
      expires_at: goodUntil,
      store: { slug: 'good-mugs', name: 'Good Mugs' },
    },
  },
};
