import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type {
  GetStoreRequestLatencyResponse,
  GetStoreRequestResponse,
  ListStoreRequestHoursResponse,
  ListStoreRequestsResponse,
} from '../../../client/index.ts';
import { PLAYGROUND_AGENT, PLAYGROUND_UCP_AGENT } from '../../../src/commerce/policy/agents.ts';
import { openDatabase } from '../../../src/storage/engine/database.ts';
import { agentOf, bodyOf, type ErrorBody, findVariant } from '../../../testing/agent.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { pluck } from '../../../testing/pluck.ts';
import { newSession, read, SHOPIFY, startActivity, WOOCOMMERCE } from './activity.ts';

const run = promisify(execFile);
const DAY_MS = 24 * 60 * 60_000;

onEveryDatabase('the log of agents’ calls', (database) => {
  const at = forSuite(() => startActivity(database));

  const list = (query = '', slug = SHOPIFY) => read<ListStoreRequestsResponse>(at, `/requests${query}`, slug);
  const latest = async (slug = SHOPIFY): Promise<GetStoreRequestResponse['request']> => {
    const [first] = (await list('', slug)).items;
    assert.ok(first, 'the log is empty');
    return (await read<GetStoreRequestResponse>(at, `/requests/${first.id}`, slug)).request;
  };

  it('measures how fast each endpoint and the shop answered, with the filters of the list', async (t) => {
    const own = await startActivity(database);
    t.after(() => own.close());
    await own.agent().search('mug');
    await using storage = await openDatabase(own.running.databaseUrl);
    const logged = () => storage.selectFrom('request_log').selectAll().executeTakeFirst();
    let searched = await logged();
    // Calls are logged in batches.
    for (; !searched; searched = await logged()) await sleep(20);
    assert.ok(searched.shopUs !== null && searched.shopUs > 0 && searched.shopUs <= searched.durationUs);
    const copies = Array.from({ length: 200 }, (_, index) => ({
      ...searched,
      id: randomUUID(),
      agent: 'measured.example',
      endpoint: index < 100 ? 'GET /catalog/search' : 'GET /orders/{id}',
      durationUs: ((index % 100) + 1) * 1_000,
      shopUs: index < 100 ? ((index % 100) + 1) * 500 : null,
    }));
    await storage.insertInto('request_log').values(copies).execute();
    const { overall, items, limited, distribution } = await read<GetStoreRequestLatencyResponse>(
      own,
      '/request-latency?agent=measured.example',
    );
    assert.deepEqual(items, [
      {
        endpoint: 'GET /catalog/search',
        ...{ requests: 100, p50_ms: 50, p95_ms: 95, p99_ms: 99 },
        ...{ shop_p50_ms: 25, shop_p95_ms: 47.5, shop_p99_ms: 49.5 },
      },
      {
        endpoint: 'GET /orders/{id}',
        ...{ requests: 100, p50_ms: 50, p95_ms: 95, p99_ms: 99 },
        ...{ shop_p50_ms: null, shop_p95_ms: null, shop_p99_ms: null },
      },
    ]);
    assert.deepEqual([overall?.requests, overall?.p99_ms, limited], [200, 99, false]);
    const counts = new Map(distribution.map(({ up_to_ms: bound, requests }) => [bound, requests]));
    assert.deepEqual([counts.get(1), counts.get(2), counts.get(50), counts.get(100)], [2, 2, 60, 100]);
    assert.deepEqual([counts.get(200), counts.get(null)], [0, 0]);
    const none = await read<GetStoreRequestLatencyResponse>(
      own,
      '/request-latency?until=2020-01-01T00:00:00Z',
    );
    assert.partialDeepStrictEqual(none, { overall: null, items: [], limited: false });
    assert.ok(none.distribution.every(({ requests }) => requests === 0));
  });

  it('counts the calls of each of the last 48 hours, and the errors among them', async (t) => {
    const own = await startActivity(database);
    t.after(() => own.close());
    const hours = async (query = '') =>
      (await read<ListStoreRequestHoursResponse>(own, `/request-hours${query}`)).items;
    await own.agent().search('mug');
    await own.agent().get('/checkout-sessions/none');
    const playground = agentOf(own.running.baseUrl, SHOPIFY, { 'ucp-agent': PLAYGROUND_UCP_AGENT });
    await playground.search('mug');
    const sumsOf = (items: { requests: number; rejected: number; failed: number }[]) =>
      (['requests', 'rejected', 'failed'] as const).map((key) =>
        items.reduce((sum, hour) => sum + hour[key], 0),
      );
    const items = await hours();
    assert.equal(items.length, 48);
    assert.deepEqual(sumsOf(items.slice(-2)), [3, 1, 0]);
    assert.deepEqual(sumsOf(items.slice(0, -2)), [0, 0, 0]);
    assert.deepEqual(sumsOf(await hours('?tests=exclude')), [2, 1, 0]);
    own.running.advance(DAY_MS);
    assert.deepEqual(sumsOf((await hours()).slice(22, 25)), [3, 1, 0]);
    own.running.advance(2 * DAY_MS);
    assert.deepEqual(sumsOf(await hours()), [0, 0, 0]);
  });

  it('names the endpoint of a request that a rate limit has refused', async (t) => {
    const limited = await startActivity(database, { settings: { RATE_LIMIT: '1' } });
    t.after(() => limited.close());
    const agent = limited.agent();
    let status = 0;
    for (let time = 0; status !== 429 && time < 500; time += 1)
      status = (await agent.post('/checkout-sessions', {})).status;
    assert.equal(status, 429);
    const { items } = await read<ListStoreRequestsResponse>(limited, '/requests?status=429');
    assert.deepEqual(pluck(items, 'endpoint'), ['POST /checkout-sessions']);
  });

  it('narrows to a span of time and to one status', async () => {
    const before = new Date().toISOString();
    await at.agent().get('/checkout-sessions/none');
    const { id: call } = await latest();
    assert.deepEqual(pluck((await list(`?since=${before}&status=404`)).items, 'id', 'status'), [[call, 404]]);
    assert.equal((await list(`?since=${before}&status=409`)).total, 0);
    assert.ok(!(await list(`?until=${before}`)).items.some(({ id }) => id === call));
    const session = await newSession(at.agent());
    const sessions = (query: string) => read<ListStoreRequestsResponse>(at, `/sessions?${query}`);
    const later = new Date(Date.now() + DAY_MS).toISOString();
    assert.ok((await sessions(`since=${before}&until=${later}`)).items.some(({ id }) => id === session.id));
    assert.ok(!(await sessions(`until=${before}`)).items.some(({ id }) => id === session.id));
    const wrong = await at.merchant.get<{ error: string }>(`/stores/${SHOPIFY}/sessions?since=yesterday`);
    assert.equal(wrong.status, 400);
    assert.match(wrong.body.error, /since/);
  });

  it('shows a call at once, with all that was said and what the platform was asked', async () => {
    const session = await newSession(at.agent(), { buyer: { email: 'ada@example.com', name: 'Ada' } });
    const call = await latest();
    assert.partialDeepStrictEqual(call, { endpoint: 'POST /checkout-sessions', transport: 'rest' });
    assert.equal(call.status, 201);
    assert.equal(call.agent, 'shopper.example');
    assert.equal(call.session_id, session.id);
    assert.equal(call.error, null);
    assert.ok(call.duration_ms > 0);
    assert.deepEqual((call.request_body as { buyer: unknown }).buyer, {
      email: '<redacted>',
      name: '<redacted>',
    });
    assert.equal((call.response_body as { id: string }).id, session.id);
    assert.ok(call.upstream_calls.length > 0);
    assert.ok(call.upstream_calls.every(({ status, duration_ms }) => status === 200 && duration_ms > 0));
    const text = JSON.stringify(call);
    assert.ok(!text.includes('ada@example.com'));
    const query = new URL(session.continue_url ?? '').search;
    assert.ok(query.length > 1 && !text.includes(query), 'nothing opens the buyer’s checkout');
  });

  it('names the rules that refused a call or would have, and finds the call by them', async () => {
    const path = `/stores/${SHOPIFY}/policy`;
    const agents = [{ name: 'barred.example' }, { name: PLAYGROUND_AGENT }];
    const block = { id: 'barred', mode: 'on', kind: 'block', agents };
    const slow = { id: 'slowed', mode: 'shadow', kind: 'limit', calls: 1 };
    const saved = bodyOf(200, await at.merchant.put<{ revision: string }>(path, { rules: [block, slow] }));
    assert.equal((await at.agent(SHOPIFY, 'barred.example').get('/catalog/search?q=mug')).status, 404);
    const playground = agentOf(at.running.baseUrl, SHOPIFY, { 'ucp-agent': PLAYGROUND_UCP_AGENT });
    for (const _ of [1, 2]) assert.equal((await playground.get('/catalog/search?q=mug')).status, 404);
    const [request] = (await list('?q=barred&status_class=4xx')).items;
    assert.deepEqual(request?.verdicts, [{ rule: 'barred', reason: 'blocked', mode: 'on' }]);
    const { counts } = await read<{ counts: object[] }>(at, '/policy');
    assert.deepEqual(counts, [
      { rule: 'barred', refused: 1, shadow: 0, tests: { refused: 2, shadow: 0 } },
      { rule: 'slowed', refused: 0, shadow: 0, tests: { refused: 0, shadow: 0 } },
    ]);
    const { revision } = saved;
    assert.equal((await at.merchant.put(path, { rules: [], revision })).status, 200);
    const { status } = await at.merchant.put(path, { rules: [block], revision });
    assert.equal(status, 409, 'changed meanwhile');
    const wrong = await at.merchant.put<ErrorBody>(path, {
      rules: [{ ...block, agents: ['x'], calls: 1 }, block],
    });
    assert.deepEqual(pluck(wrong.body.details, 'path'), ['rules.0.agents.0', 'rules.0']);
    const twice = await at.merchant.put<ErrorBody>(path, { rules: [block, block] });
    assert.match(twice.body.error, /rules\.1\.id is the id of an earlier rule/);
  });

  it('keeps of a read its request alone, and of an error its answer', async () => {
    const agent = at.agent();
    const session = await newSession(agent);
    await agent.readSession(session.id);
    const reading = await latest();
    assert.equal(reading.endpoint, 'GET /checkout-sessions/{session_id}');
    assert.equal(reading.session_id, session.id);
    assert.equal(reading.response_body, null);
    const unknown = randomUUID();
    await agent.readSession(unknown);
    const refused = await latest();
    assert.equal(refused.status, 404);
    assert.match(refused.error ?? '', new RegExp(unknown));
    assert.equal((refused.response_body as { code: string }).code, 'not_found');
  });

  it('holds what is refused before an endpoint is reached, and nothing of an unknown store', async () => {
    const agent = at.agent();
    await agent.send('GET', '/no/such/path?token=secret-one');
    const lost = await latest();
    assert.equal(lost.status, 404);
    assert.ok(!lost.path.includes('secret-one'));
    await agent.send('DELETE', '/carts');
    assert.deepEqual([(await latest()).status, (await latest()).endpoint], [405, 'DELETE /carts']);
    await agent.post('/carts', { line_items: 'none' });
    assert.equal((await latest()).status, 400);
    await agent.send('POST', '/carts', {
      body: 'secret-two, and no JSON',
      headers: { 'content-type': 'application/json' },
    });
    const broken = await latest();
    assert.equal(broken.status, 400);
    assert.equal(broken.request_body, '<23 bytes that are no JSON, not kept>');
    await agent.send('POST', '/carts', {
      body: 'x'.repeat(300_000),
      headers: { 'content-type': 'application/json' },
    });
    assert.equal((await latest()).status, 413);
    const { total } = await list();
    await at.agent('no-such-store').get('/carts');
    assert.equal((await list()).total, total);
  });

  it('reads MCP: the tool, the status behind an error, and who the client says that it is', async () => {
    const agent = at.agent();
    const mug = await findVariant(agent, 'mug');
    const call = (name: string, args: object, headers = {}) =>
      agent.rpc({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }, headers);
    const creation = await call('create_checkout_session', {
      line_items: [{ item: { id: mug.id }, quantity: 1 }],
      buyer: { email: 'grace@example.com' },
    });
    const text = (creation.body.result as { content: { text: string }[] }).content[0]?.text ?? '{}';
    const session = JSON.parse(text) as { id: string; continue_url: string };
    const creating = await latest();
    assert.deepEqual(
      [creating.transport, creating.tool, creating.endpoint, creating.status, creating.session_id],
      ['mcp', 'create_checkout_session', 'POST /checkout-sessions', 200, session.id],
    );
    assert.ok(!JSON.stringify(creating).includes('grace@example.com'));
    assert.ok(!JSON.stringify(creating).includes(new URL(session.continue_url).search));

    await call('get_checkout_session', { id: session.id });
    const reading = await latest();
    assert.deepEqual([reading.session_id, reading.response_body], [session.id, null]);
    await call('get_checkout_session', { session_id: randomUUID() });
    assert.equal((await latest()).status, 404);
    await call('no_such_tool', {});
    assert.equal((await latest()).status, 404);

    const anonymous = at.agent(SHOPIFY, 'unused');
    const clientInfo = { name: 'claude-ai', version: '1' };
    await anonymous.rpc(
      { jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25', clientInfo } },
      { 'ucp-agent': '' },
    );
    assert.equal((await latest()).endpoint, 'MCP initialize');
  });

  it('names MCP clients by their own description when no header names them', async () => {
    const send = (params: object) =>
      fetch(`${at.running.baseUrl}/api/ucp/${SHOPIFY}/mcp`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
      }).then((response) => response.text());
    const name = 'get_checkout_session';
    const args = { session_id: randomUUID() };
    await send({
      name,
      arguments: args,
      _meta: { 'io.modelcontextprotocol/clientInfo': { name: 'claude-ai' } },
    });
    assert.equal((await latest()).agent, 'Claude');
    await send({ name, arguments: { ...args, meta: { 'ucp-agent': { profile: 'https://bot.example/p' } } } });
    assert.equal((await latest()).agent, 'bot.example');
    await send({ name, arguments: args });
    assert.equal((await latest()).agent, 'node');
  });

  it('filters the log by status class, endpoint, agent and words, page by page', async () => {
    const agent = at.agent(WOOCOMMERCE, 'narrow.example');
    const session = await newSession(agent);
    for (let time = 0; time < 3; time += 1) await agent.readSession(session.id);
    await agent.readSession(randomUUID());
    const total = async (query: string) => (await list(query, WOOCOMMERCE)).total;
    assert.equal(await total('?status_class=4xx'), 1);
    assert.equal(await total(`?endpoint=${encodeURIComponent('GET /checkout-sessions/{session_id}')}`), 4);
    assert.equal(await total('?agent=narrow.example'), 6);
    assert.equal(await total('?agent=nobody'), 0);
    assert.equal(await total(`?q=${session.id}`), 4);
    assert.equal(await total('?q=CATALOG/SEARCH'), 1);
    assert.equal(await total('?q=%25'), 0);
    assert.equal(await total('?status_class=&endpoint=&q='), 6);
    const pages = [await list('?per_page=4', WOOCOMMERCE), await list('?per_page=4&page=2', WOOCOMMERCE)];
    const ids = pages.flatMap(({ items }) => items.map(({ id }) => id));
    assert.equal(new Set(ids).size, 6);
    assert.equal(pages[0]?.total, 6);
  });

  it('groups the same errors, and lists who called', async () => {
    const agent = at.agent(WOOCOMMERCE, 'grouped.example');
    for (let time = 0; time < 3; time += 1) await agent.post('/carts', {});
    const { items: errors } = await read<{
      items: { endpoint: string; count: number; example_id: string }[];
    }>(at, '/request-errors', WOOCOMMERCE);
    assert.deepEqual([errors[0]?.endpoint, errors[0]?.count], ['POST /carts', 3]);
    await read(at, `/requests/${errors[0]?.example_id}`, WOOCOMMERCE);
    const { items } = await read<{ items: { agent: string; requests: number }[] }>(
      at,
      '/agents',
      WOOCOMMERCE,
    );
    assert.equal(items.find((each) => each.agent === 'grouped.example')?.requests, 3);
  });

  it('gives a command that does the same again, whatever a path or a body holds', async () => {
    const agent = at.agent();
    const marker = `it's $(touch /tmp/never) \`x\` "y" \\ & é`;
    await agent.search(marker);
    const search = await latest();
    await run('bash', ['-c', search.curl]);
    const again = await latest();
    assert.notEqual(again.id, search.id);
    assert.deepEqual([again.path, again.agent, again.status], [search.path, search.agent, 200]);

    await agent.post('/carts', { line_items: [{ item: { id: marker }, quantity: 1 }] });
    const refused = await latest();
    await run('bash', ['-c', refused.curl]);
    const repeated = await latest();
    assert.notEqual(repeated.id, refused.id);
    assert.deepEqual(repeated.request_body, refused.request_body);
    assert.equal(repeated.status, refused.status);
  });

  it('never shows one store’s calls to another store', async () => {
    const [own] = (await list()).items;
    assert.equal((await at.merchant.get(`/stores/${WOOCOMMERCE}/requests/${own?.id}`)).status, 404);
  });

  it('stores counts alone when calls are not to be logged', async () => {
    const silent = await startActivity(database, { settings: { REQUEST_LOG_DAYS: '0' } });
    await newSession(silent.agent());
    assert.equal((await read<ListStoreRequestsResponse>(silent, '/requests')).total, 0);
    assert.equal((await read<{ items: { requests: number }[] }>(silent, '/agents')).items[0]?.requests, 2);
    await silent.close();
  });

  it('writes the log of calls when the service closes, and deletes it after its days', async () => {
    const first = await startActivity(database);
    const { databaseUrl } = first.running;
    await newSession(first.agent());
    await first.close();
    await using tables = await openDatabase(databaseUrl);
    const count = async () =>
      (
        await tables
          .selectFrom('request_log')
          .innerJoin('request_contents', 'request_contents.id', 'request_log.id')
          .select('request_log.id')
          .execute()
      ).length;
    assert.equal(await count(), 2);
    const second = await startActivity(database, { databaseUrl, settings: { REQUEST_LOG_DAYS: '3' } });
    second.running.advance(2 * DAY_MS);
    await second.running.settle();
    assert.equal(await count(), 2);
    second.running.advance(2 * DAY_MS);
    await second.running.settle();
    assert.equal(await count(), 0);
    await second.close();
  });
});
