import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { type Agent, agentOf, findVariant, type Session } from '../../../testing/agent.ts';
import { databases } from '../../../testing/databases.ts';
import { expectLogged } from '../../../testing/log-of-tests.ts';
import { startTestService, type TestService } from '../../../testing/test-service.ts';
import { type SilentProxy, silentProxy } from './silent-proxy.ts';

/** Longer than every timeout of a query; a longer wait is a hang. */
const BOUND_MS = 40_000;
const postgresql = databases.find(({ name }) => name === 'PostgreSQL') ?? assert.fail();

describe('a service whose database hangs', () => {
  beforeEach(() => expectLogged(/reach its database|is busy at the moment/));
  let proxy: SilentProxy;
  let running: TestService;
  let agent: Agent;
  let mug: string;
  let session: Session;

  before(async () => {
    const direct = new URL(await postgresql.migrated());
    proxy = await silentProxy(Number(direct.port));
    const through = new URL(direct);
    through.port = String(proxy.port);
    running = await startTestService({
      database: postgresql,
      databaseUrl: through.href,
      backgroundWork: true,
    });
    agent = agentOf(running.baseUrl, 'demo-shopify');
    mug = (await findVariant(agent, 'mug')).id;
    session = (await agent.createSession([mug])).body;
    proxy.hang();
  });
  after(async () => {
    proxy.goOn();
    await running.close();
    await proxy.close();
  });

  const ask = (path: string, init: RequestInit = {}) =>
    fetch(running.baseUrl + path, { ...init, signal: AbortSignal.timeout(BOUND_MS) });

  it('reports itself alive but not ready when the database does not answer', async () => {
    assert.equal((await ask('/healthz')).status, 200);
    const ready = await ask('/readyz');
    assert.equal(ready.status, 503);
    assert.deepEqual(await ready.json(), { status: 'not_ready', reasons: ['database_silent'] });
  });

  it('answers every request with 503 and Retry-After within its timeout', async () => {
    const store = '/api/ucp/demo-shopify';
    const post = (body: object) => ({
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const lines = { line_items: [{ item: { id: mug } }] };
    // More concurrent requests than database connections.
    const reads = Array.from({ length: 20 }, () => ask(`${store}/checkout-sessions/${session.id}`));
    const others = [
      ask(`${store}/checkout-sessions`, post(lines)),
      ask(`${store}/carts`, post(lines)),
      ask(`${store}/checkout-sessions/${session.id}/complete`, { method: 'POST' }),
      ask(`${store}/fulfillment/quotes`, post({ ...lines, destination: { country: 'US' } })),
      ask('/ucp/demo-shopify/.well-known/ucp'),
      ask('/api/merchant/sign-in', post({ email: 'a@example.com', password: 'long enough for one' })),
      ask('/webhooks/demo-shopify', { method: 'POST', body: '{}' }),
    ];
    for (const answer of await Promise.all([...reads, ...others])) {
      const text = await answer.text();
      assert.equal(answer.status, 503, `${answer.url}: ${text}`);
      assert.ok(Number(answer.headers.get('retry-after')) > 0, answer.url);
      assert.doesNotMatch(text, /timeout exceeded|Query read|Connection/, 'in words for agents');
    }
    assert.equal((await ask('/healthz')).status, 200);
  });

  it('recovers by itself once the database answers again', async () => {
    proxy.goOn();
    while ((await ask('/readyz')).status !== 200);
    const read = await agent.readSession(session.id);
    assert.deepEqual([read.status, read.body.status], [200, 'requires_escalation']);
    const many = await Promise.all(Array.from({ length: 20 }, () => agent.createSession([mug])));
    assert.deepEqual(new Set(many.map(({ status }) => status)), new Set([201]));
    assert.equal((await agent.complete(session.id)).body.status, 'completed');
  });
});
