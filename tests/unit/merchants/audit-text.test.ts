import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { AUDIT_TEXTS, auditText } from '../../../src/merchant/audit-text.ts';

/** Calls and members that an action of the audit log follows. */
const WRITTEN =
  /(?:\baction(?: =|:)|\b(?:by|entry)\(|\b(?:by|record|changeBy|entryOf)\([\w().]+,|\bentryBy\(\w+, \w+,|\bchangeOf\(\w+, [\w.]+,)\s*([^;\n]+)/g;
const ACTION = /'([a-z_]+\.[a-z_]+)'/g;

async function writtenActions(): Promise<Set<string>> {
  const actions = new Set<string>();
  for await (const file of glob('src/**/*.ts')) {
    const text = await readFile(file, 'utf8');
    for (const [, expression = ''] of text.matchAll(WRITTEN))
      for (const [, action = ''] of expression.matchAll(ACTION)) actions.add(action);
  }
  return actions;
}

const TEXTS: [action: string, details: Record<string, unknown>, text: string][] = [
  ['capability.switched', { cart: false }, 'Carts switched off'],
  [
    'capability.switched',
    { order: true, discount: false },
    'Order status switched on; Discount codes switched off',
  ],
  ['capability.switched', {}, 'Capabilities switched'],
  ['store.connected', { slug: 'a', platform: 'shopify', name: 'Mugs' }, 'Store connected: Mugs'],
  ['store.connected', {}, 'Store connected'],
  [
    'store.credentials_changed',
    { members: ['consumerKey', 'url'] },
    'Credentials replaced: consumer key, url',
  ],
  [
    'store.settings_changed',
    { name: { from: 'A {to}', to: '[B]' }, mail_alerts: false },
    'Store renamed from “A {to}” to “[B]”; mail alerts switched off',
  ],
  [
    'store.settings_changed',
    { retention_days: { from: null, to: 30 } },
    'Sessions and carts kept for 30 days',
  ],
  [
    'store.settings_changed',
    { retention_days: { from: 30, to: null } },
    'Sessions and carts kept for the default period',
  ],
  ['store.settings_changed', { retention_days: { from: 30, to: 0 } }, 'Sessions and carts kept forever'],
  [
    'store.policy_changed',
    { added: ['night', 'cap'], removed: [], changed: ['x'] },
    'Rules added: night, cap; rules changed: x',
  ],
  ['store.policy_changed', { added: [], removed: [], changed: [] }, 'Rules reordered'],
  ['store.transferred', { slug: 'a', to: 'New' }, 'Store a transferred to New'],
  [
    'member.role_changed',
    { account: 'b@x.example', from: 'owner', to: 'admin' },
    'Role of b@x.example changed from owner to admin',
  ],
  ['event_endpoint.changed', { endpoint: 'id', enabled: false }, 'Event endpoint paused'],
  ['event_endpoint.disabled', { reason: 'gone' }, 'Event endpoint disabled, because it answered 410'],
  ['constructor.of_old', {}, 'Constructor of old'],
];

describe('texts of the audit log', () => {
  it('exist for every action that the service writes, and for no other', async () => {
    assert.deepEqual([...(await writtenActions())].sort(), Object.keys(AUDIT_TEXTS).sort());
  });

  for (const [action, details, text] of TEXTS)
    it(`render ${action} ${JSON.stringify(details)} as “${text}”`, () =>
      assert.equal(auditText({ action, details }), text));

  it('render every action without details, and leave no placeholder', () => {
    for (const action of Object.keys(AUDIT_TEXTS))
      assert.match(auditText({ action, details: {} }), /^[A-Z][^[\]{}]+$/, action);
  });
});
