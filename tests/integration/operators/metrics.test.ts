import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { agentOf, bodyOf, findVariant, pay } from '../../../testing/agent.ts';
import { anyDatabase } from '../../../testing/databases.ts';
import { withService } from '../../../testing/everywhere.ts';
import { serviceOn, startTestService } from '../../../testing/test-service.ts';
import { figuresOf, sumOf } from './figures.ts';

const TOKEN = 'a token of Prometheus';

withService('/metrics', (running, database) => {
  before(async () => {
    for (const slug of ['demo-shopify', 'demo-woocommerce']) await buy(slug);
    await running.settle();
  });

  async function buy(slug: string): Promise<void> {
    const agent = agentOf(running.baseUrl, slug, { 'user-agent': 'very-own-agent/1.0' });
    const { id } = await findVariant(agent, 'shoe').catch(() => findVariant(agent, 'mug'));
    const { body } = await agent.createSession([id]);
    await pay(body);
    assert.equal((await agent.complete(body.id)).body.status, 'completed');
    await agent.rpc({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'get_checkout_session', arguments: { session_id: body.id } },
    });
    await agent.rpc({
      jsonrpc: '2.0',
      id: 2,
      method: 'tools/call',
      params: { name: 'get_checkout_session', arguments: {} },
    });
    await agent.get('/a-path-that-nobody-offers');
  }

  const read = () => figuresOf(running.baseUrl);

  it('counts requests, tools, calls to store platforms, sessions, orders, webhooks and jobs', async () => {
    const figures = await read();
    for (const platform of ['shopify', 'woocommerce']) {
      const created = {
        route: '/api/ucp/:slug/checkout-sessions',
        method: 'POST',
        status: '2xx',
        platform,
      };
      assert.equal(sumOf(figures, 'ucp_http_request_duration_seconds_count', created), 1);
      assert.equal(sumOf(figures, 'ucp_http_request_duration_seconds_bucket', { ...created, le: '+Inf' }), 1);
      const missing = { route: '', status: '4xx', platform };
      assert.equal(sumOf(figures, 'ucp_http_request_duration_seconds_count', missing), 1);
    }
    const tool = { tool: 'get_checkout_session', platform: 'woocommerce' };
    assert.equal(sumOf(figures, 'ucp_http_request_duration_seconds_count', { ...tool, status: '2xx' }), 1);
    const refused = sumOf(figures, 'ucp_http_request_duration_seconds_count', {
      ...tool,
      status: 'rpc_error',
    });
    assert.equal(refused, 1);
    const called = { platform: 'shopify', operation: 'CreateCart', outcome: '2xx' };
    assert.ok(sumOf(figures, 'ucp_upstream_request_duration_seconds_count', called) >= 1);
    assert.equal(sumOf(figures, 'ucp_session_transitions_total', { from: 'none', to: 'initiated' }), 2);
    assert.equal(sumOf(figures, 'ucp_session_transitions_total', { to: 'completed' }), 2);
    assert.equal(sumOf(figures, 'ucp_order_transitions_total', { from: 'none', payment: 'verified' }), 2);
    assert.ok(sumOf(figures, 'ucp_webhook_deliveries_total', { result: 'taken' }) >= 1);
    const imported = { kind: 'import_products', outcome: 'done' };
    assert.equal(sumOf(figures, 'ucp_job_duration_seconds_count', imported), 2);
  });

  it('counts orders of carts without a session among the orders, and their changes', async () => {
    const ordered = { from: 'none', payment: 'verified' };
    const before = sumOf(await read(), 'ucp_order_transitions_total', ordered);
    const agent = agentOf(running.baseUrl, 'demo-shopify');
    const { id } = await findVariant(agent, 'shoe');
    await pay(bodyOf(201, await agent.createCart([id])));
    await running.settle();
    assert.equal(sumOf(await read(), 'ucp_order_transitions_total', ordered), before + 1);
    const { control } = running.shop('demo-shopify');
    running.advance(2_000);
    control.moveOrder(control.orders().at(-1)?.id ?? 0, 'canceled');
    await running.settle();
    const canceled = { to: 'canceled', payment: 'verified' };
    assert.equal(sumOf(await read(), 'ucp_order_transitions_total', canceled), 1);
  });

  it('shows circuits, queues and the process’s resources', async () => {
    assert.equal(sumOf(await read(), 'ucp_circuits', { condition: 'closed' }), 2);
    await running.service.jobs.enqueue(
      {
        storeId: (await running.service.stores.find('demo-shopify'))?.id ?? '',
        kind: 'tag_order',
        subject: 'x',
      },
      new Date(Date.now() - 60_000).toISOString(),
    );
    const later = await read();
    assert.equal(sumOf(later, 'ucp_jobs_due', { kind: 'tag_order' }), 1);
    assert.ok(sumOf(later, 'ucp_job_lag_seconds', { kind: 'tag_order' }) >= 60);
    assert.ok(sumOf(later, 'process_resident_memory_bytes') > 0);
    const connections = later.filter(({ name }) => name === 'ucp_database_connections');
    assert.equal(connections.length, database.name === 'SQLite' ? 0 : 3);
  });

  it('shows the circuit of a shop once the shop is asked, which a manifest does not need', async (t) => {
    const other = await serviceOn(running.databaseUrl);
    t.after(() => other.close());
    const url = await other.listen({ backgroundWork: false });
    const agent = agentOf(url, 'demo-shopify');
    assert.equal((await agent.get('')).status, 200);
    assert.equal(sumOf(await figuresOf(url), 'ucp_circuits'), 0);
    await findVariant(agent, 'shoe');
    assert.equal(sumOf(await figuresOf(url), 'ucp_circuits'), 1);
  });

  it('names counters alone with _total, and labels metrics with no text from requests', async () => {
    const text = await (await fetch(`${running.baseUrl}/metrics`)).text();
    const types = [...text.matchAll(/^# TYPE (\S+) (\w+)$/gm)];
    assert.ok(types.length > 20);
    for (const [, name = '', type] of types) assert.equal(name.endsWith('_total'), type === 'counter', name);
    for (const { name, labels } of await read()) {
      const text = Object.values(labels).join(' ');
      const secrets = /demo-|very-own|nobody-offers|[0-9a-f]{8}-[0-9a-f]{4}/;
      assert.doesNotMatch(text, secrets, `${name} says ${text}`);
    }
  });
});

describe('access to /metrics', () => {
  it('requires the token when one is configured', async () => {
    await using running = await startTestService({
      database: anyDatabase,
      settings: { METRICS_TOKEN: TOKEN },
    });
    const ask = (headers: Record<string, string>) => fetch(`${running.baseUrl}/metrics`, { headers });
    const refused = await ask({});
    assert.equal(refused.status, 401);
    assert.equal(refused.headers.get('www-authenticate'), 'Bearer');
    assert.equal((await ask({ authorization: 'Bearer a-token-of-somebody-else' })).status, 401);
    assert.equal((await ask({ authorization: `Basic ${TOKEN}` })).status, 401);
    assert.equal((await ask({ authorization: `Bearer ${TOKEN}` })).status, 200);
  });
});
