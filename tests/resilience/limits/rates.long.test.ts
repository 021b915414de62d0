import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { it } from 'node:test';
import { toAgentName } from '../../../src/commerce/policy/agents.ts';
import { rateLimiter, ratePolicies } from '../../../src/limits/agent-limits.ts';
import { rateCounters } from '../../../src/limits/rate-counters.ts';
import { agentOf, type ErrorBody, type Session } from '../../../testing/agent.ts';
import { anyDatabase } from '../../../testing/databases.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { signUp } from '../../../testing/merchant.ts';
import { startTestService } from '../../../testing/test-service.ts';

const MINUTE_MS = 60_000;
/** A tenth of the defaults: 60 reads, 12 writes and 6 creates per agent, twice that per address, ten times that per store. */
const SETTINGS = { RATE_LIMIT: '0.1', TRUST_PROXY: '1' };
const STORE = 'demo-shopify';
const RATE_LIMIT = /^"(?<policy>[a-z]+-[a-z]+)";r=(?<left>\d+);t=(?<seconds>\d+)$/;

interface Rpc {
  id: unknown;
  error?: { code: number; data: { status: number; code: string; retry_after: number } };
}

onEveryDatabase('rate limits of agents', (database) => {
  let minute = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS + 1_000;
  const overrides = { now: () => minute };
  const running = forSuite(() => startTestService({ database, settings: SETTINGS, overrides }));

  const from = (address: string, headers: Record<string, string> = {}, slug = STORE) =>
    agentOf(running.baseUrl, slug, { 'x-forwarded-for': address, 'user-agent': 'shopper/1.0', ...headers });
  const statuses = async (times: number, ask: (time: number) => Promise<{ status: number }>) => {
    const codes: number[] = [];
    for (let time = 0; time < times; time += 1) codes.push((await ask(time)).status);
    return codes;
  };
  const count = (codes: number[], status: number) => codes.filter((each) => each === status).length;

  it('report the remaining requests with each answer', async () => {
    const [first, second] = [await from('192.0.2.1').get(''), await from('192.0.2.1').get('')];
    assert.equal(first.headers.get('ratelimit-policy'), '"agent-read";q=60;w=60');
    const [one, other] = [first, second].map(({ headers }) =>
      RATE_LIMIT.exec(headers.get('ratelimit') ?? ''),
    );
    assert.equal(one?.groups?.policy, 'agent-read');
    assert.equal(Number(one?.groups?.left) - Number(other?.groups?.left), 1);
    assert.ok(Number(one?.groups?.seconds) <= 60);
    const exposed = first.headers.get('access-control-expose-headers') ?? '';
    assert.match(exposed, /ratelimit, ratelimit-policy, retry-after/);
  });

  it('refuse an agent’s excess reads with the usual error body, for a minute', async () => {
    const agent = from('192.0.2.2');
    assert.equal(count(await statuses(60, () => agent.get('')), 200), 60);
    const refused = await agent.get<ErrorBody>('/checkout-sessions/1');
    assert.deepEqual([refused.status, refused.body.code], [429, 'too_many_requests']);
    const seconds = Number(refused.headers.get('retry-after'));
    assert.ok(seconds >= 1 && seconds <= 60, String(seconds));
    assert.equal(refused.headers.get('ratelimit'), `"agent-read";r=0;t=${seconds}`);
    assert.equal(refused.headers.get('access-control-allow-origin'), '*');
    minute += MINUTE_MS;
    assert.equal((await agent.get('')).status, 200);
  });

  it('allow other agents at the same address up to the address’s own limit', async () => {
    assert.equal(count(await statuses(70, () => from('192.0.2.3').get('')), 429), 10);
    assert.equal((await from('192.0.2.3', { 'user-agent': 'other/1.0' }).get('')).status, 200);
    const changing = await statuses(80, (time) =>
      from('192.0.2.3', { 'user-agent': `bot-${time}/1.0` }).get(''),
    );
    assert.equal(count(changing, 200), 59);
    assert.equal((await from('192.0.2.4').get('')).status, 200);
  });

  it('count an IPv6 /64 as one address and ignore what clients put before the proxy’s entry', async () => {
    const codes = await statuses(130, (time) =>
      from(`203.0.113.${time}, 2001:db8:1:2::${time.toString(16)}`, { 'user-agent': `bot-${time}` }).get(''),
    );
    assert.equal(count(codes, 200), 120);
    assert.equal((await from('2001:db8:1:3::1').get('')).status, 200);
  });

  it('count creates separately, over REST and MCP together', async () => {
    const agent = from('192.0.2.5');
    const body = { line_items: [{ item: { id: 'gid://shopify/Product/1' }, quantity: 1 }] };
    const created = await statuses(5, () => agent.post('/checkout-sessions', body));
    assert.equal(count(created, 201) + count(created, 400), 5);
    const call = (id: number) =>
      agent.post<Rpc>('/mcp', {
        jsonrpc: '2.0',
        id,
        method: 'tools/call',
        params: { name: 'create_checkout_session', arguments: body },
      });
    assert.notEqual((await call(1)).body.error?.data.status, 429);
    const refused = await call(2);
    assert.partialDeepStrictEqual(refused, { status: 200, body: { id: 2, error: { code: -32000 } } });
    const data = refused.body.error?.data;
    assert.deepEqual([data?.status, data?.code], [429, 'too_many_requests']);
    assert.equal(String(data?.retry_after), refused.headers.get('retry-after'));
    assert.equal((await agent.post<ErrorBody>('/checkout-sessions', body)).status, 429);
    assert.equal((await agent.get('')).status, 200);
    assert.equal((await agent.put<ErrorBody & Session>('/checkout-sessions/1', {})).status, 404);
  });

  it('count requests to unknown paths and unreadable ones', async () => {
    const agent = from('192.0.2.6', {}, 'no-such-store');
    assert.equal(count(await statuses(30, () => agent.get('/nothing/here')), 404), 30);
    const post = { method: 'POST', body: '{', headers: { 'content-type': 'application/json' } };
    assert.equal(count(await statuses(30, () => agent.send('POST', '/mcp', post)), 404), 30);
    assert.equal((await agent.get('')).status, 429);
    assert.equal((await agent.send('OPTIONS', '')).status, 204);
  });

  it('count all unknown stores as one, apart from existing stores', async () => {
    minute += MINUTE_MS;
    assert.equal((await from('198.51.100.200').get('')).status, 200);
    for (let time = 0; time < 600; time += 1) {
      const nowhere = from(`198.51.100.${time % 20}`, {}, `no-such-store-${time}`);
      assert.equal((await nowhere.get('')).status, 404);
    }
    const refused = await from('198.51.100.3', {}, 'another-one').get<ErrorBody>('');
    assert.equal(refused.status, 429);
    assert.match(refused.headers.get('ratelimit') ?? '', /^"store-read";r=0;/);
    assert.equal((await from('198.51.100.88', {}, 'another-one').get('')).status, 404, 'others have a share');
    assert.equal((await from('198.51.100.200').get('')).status, 200);
  });

  it('keep capacity for other agents at a store that busy ones have exhausted', async () => {
    minute += MINUTE_MS;
    // Five addresses together use up the store's 600 reads.
    for (let place = 0; place < 5; place += 1) {
      const codes = await statuses(120, (time) =>
        from(`198.51.100.${place}`, { 'user-agent': `bot-${time % 2}` }).get(''),
      );
      assert.equal(count(codes, 200), 120);
    }
    minute += MINUTE_MS;
    for (let place = 0; place < 10; place += 1) {
      const codes = await statuses(60, () => from(`198.51.100.${place}`).get(''));
      assert.equal(count(codes, 200), 60, `place ${place}`);
    }
    const busy = await from('198.51.100.3', { 'user-agent': 'new/1.0' }).get<ErrorBody>('');
    assert.equal(busy.status, 429);
    assert.match(busy.headers.get('ratelimit') ?? '', /^"store-read";r=0;/);
    const newcomer = await statuses(8, () => from('198.51.100.77').get(''));
    assert.deepEqual(newcomer, [200, 200, 200, 200, 200, 200, 429, 429]);
    const { status } = await from('198.51.100.3', { 'user-agent': 'new/1.0' }, 'demo-woocommerce').get('');
    assert.equal(status, 200);
  });

  it('lock no agent out when the clock jumps', async () => {
    const agent = from('192.0.2.8');
    await statuses(60, () => agent.get(''));
    const there = minute;
    minute = there + 365 * 24 * 60 * MINUTE_MS;
    assert.equal(count(await statuses(61, () => agent.get('')), 429), 1);
    minute = there - MINUTE_MS;
    assert.equal((await agent.get('')).status, 200);
    minute = there + MINUTE_MS;
    assert.equal((await agent.get('')).status, 200);
  });
});

onEveryDatabase('rate limits across two processes', (database) => {
  it('shares rate limits between both processes', async () => {
    const now = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
    const overrides = { now: () => now };
    const one = await startTestService({ database, settings: SETTINGS, overrides });
    await using other = await startTestService({
      database,
      settings: SETTINGS,
      overrides,
      databaseUrl: one.databaseUrl,
    });
    const places = [one, other].map(({ baseUrl }) =>
      agentOf(baseUrl, STORE, { 'x-forwarded-for': '192.0.2.9', 'user-agent': 'shopper/1.0' }),
    );
    let admitted = 0;
    for (let time = 0; time < 100; time += 1) {
      const answers = await Promise.all(places.map((agent) => agent.get('')));
      admitted += answers.filter(({ status }) => status === 200).length;
    }
    // Each process shares its count after a tenth of 60 at the latest.
    assert.ok(admitted >= 60 && admitted <= 72, String(admitted));
    await one.close();
  });
});

onEveryDatabase('the limit of a store’s rule across three processes', (database) => {
  it('admits at most a tenth more for each further process, however many calls come at once', async () => {
    const now = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
    const overrides = { now: () => now };
    await using first = await startTestService({ database, overrides });
    const { databaseUrl } = first;
    await using second = await startTestService({ database, overrides, databaseUrl });
    await using third = await startTestService({ database, overrides, databaseUrl });
    const owner = await signUp(first);
    const rule = { id: 'slow', mode: 'on', kind: 'limit', calls: 30, agents: [{ name: 'shopper' }] };
    assert.equal((await owner.put(`/stores/${STORE}/policy`, { rules: [rule] })).status, 200);
    const askAll = (path: string) =>
      Promise.all(
        Array.from({ length: 300 }, (_, call) => {
          const { baseUrl } = [first, second, third][call % 3] ?? first;
          return agentOf(baseUrl, STORE, { 'user-agent': 'shopper/1.0' }).get(path);
        }),
      );
    await askAll('');
    const answers = await askAll('/catalog/search?q=mug');
    const admitted = answers.filter(({ status }) => status === 200).length;
    assert.ok(admitted >= 30 && admitted <= 39, `${admitted} calls were admitted`);
    assert.equal(answers.filter(({ status }) => status === 429).length, 300 - admitted);
  });
});

it('rate limits without a shared store apply per process without delaying requests', async () => {
  await using running = await startTestService({ database: anyDatabase, settings: SETTINGS });
  const file = new DatabaseSync(running.databaseUrl.slice('sqlite:'.length), { timeout: 10_000 });
  file.exec('drop table rate_windows');
  file.close();
  const agent = agentOf(running.baseUrl, STORE, { 'x-forwarded-for': '192.0.2.10' });
  const codes = new Set<number>();
  // The window may change once, at the turn of a minute.
  for (let time = 0; time < 122; time += 1) codes.add((await agent.get('')).status);
  assert.deepEqual([...codes], [200, 429]);
});

it('a disabled rate limit sends no rate headers', async () => {
  await using running = await startTestService({ database: anyDatabase });
  assert.equal((await agentOf(running.baseUrl, STORE).get('')).headers.get('ratelimit'), null);
});

it('rate limit buckets in memory have bounded names and one bucket for unknown stores', async () => {
  const keys = new Set<string>();
  const rateWindows = { add: async () => [], forget: async () => undefined };
  const counting = rateCounters({ rateWindows, now: Date.now, log: { warn: () => undefined } });
  const of: typeof counting.getCounter = (bucket, policy, at) => {
    keys.add(bucket);
    return counting.getCounter(bucket, policy, at);
  };
  const admit = rateLimiter({
    counters: { ...counting, getCounter: of },
    policies: ratePolicies(1_000),
    isStore: (slug) => slug === STORE,
    now: Date.now,
  });
  for (let time = 0; time < 2_000; time += 1) {
    const slug = `${time}`.padEnd(15_500, 'x');
    await admit({
      kind: 'read',
      address: `192.0.2.1, ${slug}`,
      agent: toAgentName({ userAgent: slug }),
      slug,
    });
  }
  await admit({ kind: 'read', address: '192.0.2.1', agent: 'shopper', slug: STORE });
  await counting.close();
  const maxLength = Math.max(...[...keys].map(({ length }) => length));
  assert.ok(maxLength <= 150, `${maxLength} characters`);
  const reads = [...keys].filter((bucket) => bucket.startsWith('store-read '));
  assert.deepEqual(reads, ['store-read ', `store-read ${STORE}`]);
});
