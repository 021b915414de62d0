import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { openDatabase } from '../../../src/storage/engine/database.ts';
import {
  type Agent,
  type Answer,
  agentOf,
  bodyOf,
  findVariant,
  type Session,
} from '../../../testing/agent.ts';
import { askHost } from '../../../testing/ask-host.ts';
import { expectLogged } from '../../../testing/log-of-tests.ts';
import { type Merchant, signUp } from '../../../testing/merchant.ts';
import { startTestService, type TestService } from '../../../testing/test-service.ts';
import { figuresOf, sumOf } from './figures.ts';
import { type OwnPostgres, ownPostgres } from './own-postgres.ts';

const READY_TIMEOUT_MS = 20_000;

describe('a service whose database is gone', () => {
  beforeEach(() => expectLogged(/reach its database|is busy at the moment/));
  let postgres: OwnPostgres;
  let running: TestService;
  let agent: Agent;
  let session: Session;
  let merchant: Merchant;

  before(async () => {
    postgres = await ownPostgres();
    const database = { migrated: async () => postgres.url };
    running = await startTestService({ database, backgroundWork: true });
    agent = agentOf(running.baseUrl, 'demo-shopify');
    session = (await agent.createSession([(await findVariant(agent, 'shoe')).id])).body;
    merchant = await signUp(running);
    await postgres.stop();
  });
  after(async () => {
    await running.close();
    await postgres.close();
  });

  it('answers agents over REST with 503 and Retry-After', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => agent.readSession(session.id)));
    for (const { status, headers, body } of answers) {
      assert.equal(status, 503);
      assert.equal(headers.get('retry-after'), '5');
      assert.match(JSON.stringify(body), /cannot reach its database/);
    }
    assert.equal((await agent.createSession(['gid://shopify/ProductVariant/1001'])).status, 503);
  });

  it('answers MCP, merchants, webhooks, possible custom domains and the proxy’s question with 503', async () => {
    const params = { name: 'get_checkout_session', arguments: { session_id: session.id } };
    const { status, body } = await agent.rpc({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    assert.ok(status === 503 || body.error?.data?.status === 503, JSON.stringify(body));
    const signIn = await fetch(`${running.baseUrl}/api/merchant/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'somebody@example.com', password: 'long enough for one' }),
    });
    assert.equal(signIn.status, 503, await signIn.text());
    const event = await fetch(`${running.baseUrl}/webhooks/demo-shopify`, { method: 'POST', body: '{}' });
    assert.equal(event.status, 503);
    assert.ok(event.headers.has('retry-after'));
    for (const path of ['/.well-known/ucp', '/ucp/catalog/search']) {
      const { status, headers, body } = await askHost(running.baseUrl, 'agents.shop.example', path);
      assert.deepEqual([status, headers['retry-after']], [503, '5'], path);
      assert.match(JSON.stringify(body), /cannot reach its database/);
    }
    assert.equal((await fetch(`${running.baseUrl}/tls/ask?domain=agents.shop.example`)).status, 503);
  });

  it('answers merchants who are signed in with 503 and Retry-After', async () => {
    const form = { name: 'a script' };
    const answers = await Promise.all([
      merchant.get('/me'),
      merchant.get('/session'),
      merchant.get('/stores'),
      merchant.post('/tokens', form),
      merchant.post('/sign-out'),
      merchant.post('/passkey-sign-in'),
    ]);
    for (const { status, headers, body } of answers)
      assert.deepEqual([status, headers.get('retry-after'), body.code], [503, '5', 'busy']);
  });

  it('reports itself alive but not ready without its database, with a reason that holds no secret', async () => {
    assert.equal((await fetch(`${running.baseUrl}/healthz`)).status, 200);
    const probes = await Promise.all(Array.from({ length: 20 }, () => fetch(`${running.baseUrl}/readyz`)));
    for (const ready of probes) {
      assert.equal(ready.status, 503);
      assert.deepEqual(await ready.json(), { status: 'not_ready', reasons: ['database_unreachable'] });
    }
    const figures = await figuresOf(running.baseUrl);
    assert.ok(sumOf(figures, 'ucp_database_failures_total', { reason: 'unreachable' }) > 20);
  });

  it('recovers by itself once the database is back', async () => {
    await postgres.start();
    // The server may still refuse its first connections while it starts.
    const isReady = async () => (await fetch(`${running.baseUrl}/readyz`)).status === 200;
    for (const end = Date.now() + READY_TIMEOUT_MS; !(await isReady()) && Date.now() < end; ) await wait(50);
    const read = await agent.readSession(session.id);
    assert.deepEqual([read.status, read.body.status], [200, 'requires_escalation']);
    assert.equal((await fetch(`${running.baseUrl}/readyz`)).status, 200);
    assert.equal((await agent.complete(session.id)).body.status, 'completed');
  });
});

describe('a service whose connections to the database are ended', () => {
  let postgres: OwnPostgres;
  let running: TestService;
  before(async () => {
    postgres = await ownPostgres();
    running = await startTestService({ database: { migrated: async () => postgres.url } });
  });
  after(async () => {
    await running.close();
    await postgres.close();
  });

  it('answers merchants who are signed in, or refuses them with 503 and Retry-After', async () => {
    const merchant = await signUp(running);
    await using others = await openDatabase(postgres.url);
    const refusals: Answer[] = [];
    while (refusals.length < 5) {
      const ended = sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`.execute(others);
      const [me, tokens] = await Promise.all([merchant.get('/me'), merchant.get('/tokens'), ended]);
      refusals.push(...[me, tokens].filter(({ status }) => status !== 200));
    }
    for (const { status, headers } of refusals)
      assert.deepEqual([status, headers.has('retry-after')], [503, true]);
    // Each refusal drops one connection of the pool that has ended.
    let last = await merchant.get('/me');
    for (const end = Date.now() + READY_TIMEOUT_MS; last.status === 503 && Date.now() < end; )
      last = await merchant.get('/me');
    bodyOf(200, last);
  });
});
