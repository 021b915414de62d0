import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { callRest, callTool } from '../../rehearsal/exchange.ts';
import { endpointsOf } from '../../rehearsal/stores.ts';
import { anyDatabase } from '../../testing/databases.ts';
import { signUp } from '../../testing/merchant.ts';
import { startTestService } from '../../testing/test-service.ts';
import { scriptedServer } from '../integration/store-platforms/scripted-server.ts';

describe('the rehearsal at a store', () => {
  it('repeats a call above the quota after the wait that the answer names', async (t) => {
    const server = await scriptedServer((_, index) =>
      index < 1 ? { status: 429, headers: { 'retry-after': '0' } } : { body: { products: [] } },
    );
    t.after(() => server.close());
    const reply = await callRest(server.url, { tool: 'GET /catalog/search', arguments: { q: 'mug' } });
    assert.deepEqual([reply.failed, server.requests.length], [false, 2]);
    const error = { code: -32000, message: 'Too many.', data: { code: 'too_many_requests', retry_after: 1 } };
    server.answer((_, index) =>
      index === 2
        ? { headers: { 'retry-after': '1' }, body: { error } }
        : { body: { result: { content: [] } } },
    );
    const called = await callTool(server.url, { tool: 'search', arguments: {} });
    assert.deepEqual([called.failed, server.requests.length], [false, 4]);
  });

  it('counts in no figure of the merchant, whatever profile it shows', async () => {
    await using running = await startTestService({ database: anyDatabase });
    const merchant = await signUp(running);
    for (const endpoint of endpointsOf(running.baseUrl, 'demo-shopify'))
      assert.equal((await endpoint.exchange(endpoint.search('mug'))).failed, false, endpoint.name);
    type Overview = { totals: { searches: number }; by_agent: unknown[] };
    const { body } = await merchant.get<Overview>('/stores/demo-shopify/overview');
    assert.equal(body.totals.searches, 0);
    const { body: requests } = await merchant.get<{ items: { agent: string }[] }>(
      '/stores/demo-shopify/requests',
    );
    assert.deepEqual(new Set(requests.items.map(({ agent }) => agent)), new Set(['ucp-host']));
  });

  it('explains its options, and names one that does not exist', async () => {
    const run = (...args: string[]) =>
      promisify(execFile)(process.execPath, ['rehearsal/rehearse.ts', ...args]).catch((error) => error);
    assert.match((await run('--help')).stdout, /--store ADDRESS/);
    const { code, stderr } = await run('--sed', '7');
    assert.equal(code, 2);
    assert.match(stderr, /Unknown option '--sed'/);
    assert.doesNotMatch(stderr, /at .*\.ts:\d+/);
  });
});
