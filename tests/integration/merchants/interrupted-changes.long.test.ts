import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { beforeEach, it } from 'node:test';
import type { Answer } from '../../../testing/agent.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { failingDatabase } from '../../../testing/failing-database.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { expectLogged } from '../../../testing/log-of-tests.ts';
import {
  type Merchant,
  organizationOf,
  PASSWORD,
  signUp,
  type TestAccount,
} from '../../../testing/merchant.ts';
import { passkeyDevice } from '../../../testing/passkey-device.ts';
import { openStoredRows } from '../../../testing/stored.ts';
import { startTestService, type TestService } from '../../../testing/test-service.ts';

type Change = (merchant: Merchant) => Promise<Answer<{ error?: string }>>;
type Prepare = (merchant: Merchant & { account: TestAccount }, running: TestService) => Promise<Change>;

/** After it an account's attempts at its password, and its new organizations, are counted anew. */
const THROTTLE_MS = 61 * 60_000;
const STORE = '/stores/demo-shopify';
const idOf = (answer: Answer<object>, member: string) =>
  String(
    (answer.body as Record<string, { id?: string } | string>)[member] ??
      assert.fail(JSON.stringify(answer.body)),
  );
const inside = (answer: Answer<object>, member: string) =>
  String(
    (answer.body as Record<string, { id?: string }>)[member]?.id ?? assert.fail(JSON.stringify(answer.body)),
  );

const changing =
  (method: 'POST' | 'PUT' | 'DELETE', path: string, body: () => object = () => ({})): Prepare =>
  async () =>
  (merchant) =>
    merchant.send(method, path, body());

/** Changes by name. What a change needs is prepared before each try, while the database works. */
const CHANGES: Record<string, Prepare> = {
  'renames a store': changing('PUT', STORE, () => ({ name: `Shop ${randomUUID()}` })),
  'switches a capability': async (merchant) => {
    await merchant.put(`${STORE}/capabilities`, { cart: true });
    return (each) => each.put(`${STORE}/capabilities`, { cart: false });
  },
  'pauses a store': async (merchant) => {
    await merchant.post(`${STORE}/resume`);
    return (each) => each.post(`${STORE}/pause`);
  },
  'resumes a store': async (merchant) => {
    await merchant.post(`${STORE}/pause`);
    return (each) => each.post(`${STORE}/resume`);
  },
  'disconnects a store': async (merchant) => {
    await merchant.post(`${STORE}/reconnect`);
    return (each) => each.post(`${STORE}/disconnect`);
  },
  'reconnects a store': async (merchant) => {
    await merchant.post(`${STORE}/disconnect`);
    return (each) => each.post(`${STORE}/reconnect`);
  },
  'replaces rules': async (merchant) => {
    await merchant.put(`${STORE}/policy`, { rules: [] });
    const rules = [{ id: 'few', kind: 'cap', mode: 'on', quantity: 3 }];
    return (each) => each.put(`${STORE}/policy`, { rules });
  },
  'adds a domain': changing('POST', `${STORE}/domains`, () => ({
    domain: `${randomUUID().slice(0, 8)}.example`,
  })),
  'adds an event endpoint': async (merchant) => {
    const { items } = (await merchant.get<{ items: { id: string }[] }>(`${STORE}/event-endpoints`)).body;
    for (const { id } of items) await merchant.delete(`${STORE}/event-endpoints/${id}`);
    return (each) => each.post(`${STORE}/event-endpoints`, { url: 'https://hooks.example/a' });
  },
  'removes an event endpoint': async (merchant) => {
    const { items } = (await merchant.get<{ items: { id: string }[] }>(`${STORE}/event-endpoints`)).body;
    for (const { id } of items) await merchant.delete(`${STORE}/event-endpoints/${id}`);
    const endpoint = await merchant.post(`${STORE}/event-endpoints`, { url: 'https://hooks.example/a' });
    return (each) => each.delete(`${STORE}/event-endpoints/${inside(endpoint, 'endpoint')}`);
  },
  'starts an import': async (_merchant, { service }) => {
    await service.backgroundWork.drain();
    return (each) => each.post('/stores/demo-woocommerce/import');
  },
  'repairs webhooks': changing('POST', '/stores/demo-woocommerce/webhooks/resubscribe'),
  'offers a store': changing('POST', `${STORE}/offer`),
  'withdraws an offer': async (merchant) => {
    await merchant.post(`${STORE}/offer`);
    return (each) => each.delete(`${STORE}/offer`);
  },
  'creates a token': changing('POST', '/tokens', () => ({ name: 'a script' })),
  'revokes a token': async (merchant) => {
    const token = await merchant.post('/tokens', { name: 'a script' });
    return (each) => each.delete(`/tokens/${idOf(token, 'id')}`);
  },
  'creates a pairing code': changing('POST', '/pairing-codes'),
  'creates an organization': changing('POST', '/organizations', () => ({ name: 'Another' })),
  'renames an organization': async (merchant) => {
    const path = `/organizations/${await organizationOf(merchant)}`;
    return (each) => each.put(path, { name: `Team ${randomUUID().slice(0, 8)}` });
  },
  'deletes an organization': async (merchant, running) => {
    running.advance(THROTTLE_MS);
    const organization = await merchant.post('/organizations', { name: 'Short-lived' });
    return (each) =>
      each.delete(`/organizations/${inside(organization, 'organization')}`, { confirm: 'Short-lived' });
  },
  'invites a member': async (merchant) => {
    const path = `/organizations/${await organizationOf(merchant)}/invitations`;
    return (each) => each.post(path, { email: `${randomUUID()}@shop.example`, role: 'analyst' });
  },
  'changes the password': async ({ account: { email }, post }, running) => {
    running.advance(THROTTLE_MS);
    assert.equal((await post('/sign-in', { email, password: PASSWORD })).status, 200);
    return (each) => each.post('/password', { current_password: PASSWORD, new_password: PASSWORD });
  },
  'adds a passkey': async ({ account: { email }, post }, running) => {
    running.advance(THROTTLE_MS);
    assert.equal((await post('/sign-in', { email, password: PASSWORD })).status, 200);
    const begun = await post<{ options: { challenge: string } }>('/account/passkeys/begin', {
      current_password: PASSWORD,
    });
    const response = passkeyDevice(running.baseUrl).make(begun.body.options);
    return (each) => each.post('/account/passkeys', { name: 'Key', response });
  },
  'ends other sessions': changing('POST', '/account/sessions/end-others'),
};

/** Counts, and what is derived from other rows. */
const NOT_COMPARED = ['attempts', 'rate_windows', 'account_sessions'];

onEveryDatabase('a database that fails between any two statements', (database) => {
  let databaseUrl: string;
  const failing = forSuite(async () => {
    databaseUrl = await database.migrated();
    return failingDatabase(databaseUrl);
  });
  const reader = forSuite(() => openStoredRows(databaseUrl));
  const running = forSuite(() =>
    startTestService({
      database,
      databaseUrl: failing.url,
      overrides: failing.overrides,
      settings: { ORGANIZATION_LIMITS: 'off' },
    }),
  );
  const merchant = forSuite(() => signUp(running));
  beforeEach(() => expectLogged(/database|Connection terminated|no room/i));

  const compared = async () => {
    const rows = await reader.read();
    return Object.fromEntries(Object.entries(rows).filter(([table]) => !NOT_COMPARED.includes(table)));
  };

  /** Makes a change while the database fails after so many statements. Returns whether it has failed. */
  async function interrupted(prepare: Prepare, statements: number): Promise<boolean> {
    const act = await prepare(merchant, running);
    const before = await compared();
    let hasFailed = false;
    failing.failAfter(statements);
    const { status, body } = await act(merchant).finally(() => {
      hasFailed = failing.work();
    });
    const after = await compared();
    const entries = (after.audit_entries?.length ?? 0) - (before.audit_entries?.length ?? 0);
    const isSame = JSON.stringify(after) === JSON.stringify(before);
    assert.equal(entries, isSame ? 0 : 1, `${entries} entries after ${statements} statements`);
    assert.doesNotMatch(body.error ?? '', /Nothing was changed/);
    if (!hasFailed) assert.deepEqual([status < 300, isSame], [true, false], JSON.stringify(body));
    return hasFailed;
  }

  for (const [change, prepare] of Object.entries(CHANGES))
    it(`never changes anything without an entry, nor says that nothing was changed, where a merchant ${change}`, async () => {
      for (let statements = 0; await interrupted(prepare, statements); ) statements += 1;
    });
});
