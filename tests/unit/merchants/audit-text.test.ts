import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { AUDIT_TEXTS } from '../../../src/commerce/merchant/audit-action.ts';
import { formatAuditText } from '../../../src/merchant/audit-text.ts';

const WORDS = 'src/merchant/audit-text.ts';

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
  it('exist for no action that the service does not write', async () => {
    const unwritten = new Set(Object.keys(AUDIT_TEXTS));
    for await (const file of glob('src/**/*.ts', {
      exclude: [WORDS, 'src/commerce/merchant/audit-action.ts'],
    })) {
      const source = await readFile(file, 'utf8');
      for (const action of unwritten) if (source.includes(`'${action}'`)) unwritten.delete(action);
    }
    assert.deepEqual([...unwritten], []);
  });

  for (const [action, details, text] of TEXTS)
    it(`render ${action} ${JSON.stringify(details)} as “${text}”`, () =>
      assert.equal(formatAuditText({ action, details }), text));

  it('render every action without details, and leave no placeholder', () => {
    for (const action of Object.keys(AUDIT_TEXTS))
      assert.match(formatAuditText({ action, details: {} }), /^[A-Z][^[\]{}]+$/, action);
  });
});
