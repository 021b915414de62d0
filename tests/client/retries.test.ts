import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ApiError, createAgentClient } from '../../client/index.ts';

/** Client at a service that gives these answers one after the other, with the waits that it took. */
function clientAt(answers: Response[], options: { maxRetries?: number } = {}) {
  const waits: number[] = [];
  const left = [...answers];
  const store = createAgentClient({
    baseUrl: 'http://service.test/',
    slug: 'store',
    fetch: async (url) => {
      assert.match(String(url), /^http:\/\/service\.test\/api\/ucp\/store/);
      return left.shift() ?? assert.fail('it was asked again');
    },
    sleep: async (ms) => void waits.push(ms),
    ...options,
  });
  return { store, waits, left };
}

const refusal = (status: number, code: string, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify({ error: 'no', code }), { status, headers });
const emptyPage = () => new Response(JSON.stringify({ products: [] }));

describe('retries of the client', () => {
  for (const [status, code] of [
    [429, 'too_many_requests'],
    [503, 'platform_unavailable'],
  ] as const)
    it(`waits for Retry-After of a ${status}`, async () => {
      const { store, waits } = clientAt([refusal(status, code, { 'retry-after': '7' }), emptyPage()]);
      assert.deepEqual(await store.search('mug'), { products: [] });
      assert.deepEqual(waits, [7_000]);
    });

  it('waits longer before each retry without Retry-After, at most 8 seconds', async () => {
    const refusals = Array.from({ length: 8 }, () => refusal(503, 'busy'));
    const { store, waits } = clientAt([...refusals, emptyPage()], { maxRetries: 8 });
    await store.search('mug');
    for (const [index, wait] of waits.entries()) {
      const max = Math.min(250 * 2 ** index, 8_000);
      assert.ok(wait >= max / 2 && wait <= max, `${index}: ${wait}`);
    }
  });

  it('throws after the last retry', async () => {
    const { store, left } = clientAt([refusal(429, 'too_many_requests'), refusal(429, 'too_many_requests')], {
      maxRetries: 1,
    });
    await assert.rejects(store.search('mug'), { name: 'ApiError', status: 429, code: 'too_many_requests' });
    assert.deepEqual(left, []);
  });

  it('throws at once for a wait of more than a minute', async () => {
    const { store, waits } = clientAt([refusal(503, 'store_closed', { 'retry-after': '300' })]);
    await assert.rejects(store.search('mug'), { code: 'store_closed', retryAfterSeconds: 300 });
    assert.deepEqual(waits, []);
  });

  it('repeats a read after a 502, and not a cart’s creation', async () => {
    const read = clientAt([refusal(502, 'platform_error'), emptyPage()]);
    await read.store.search('mug');
    assert.equal(read.waits.length, 1);
    const shop = clientAt([refusal(502, 'platform_error')]);
    await assert.rejects(shop.store.createCart({ line_items: [] }), { code: 'platform_error' });
    assert.deepEqual(shop.waits, []);
  });

  it('repeats what settles a session or a cart after a 502', async () => {
    for (const settle of ['completeSession', 'cancelSession', 'cancelCart'] as const) {
      const { store, waits } = clientAt([refusal(502, 'platform_error'), new Response('{}')]);
      await store[settle]('some-id');
      assert.equal(waits.length, 1, settle);
    }
  });

  it('never repeats a refused input', async () => {
    const { store, waits } = clientAt([refusal(400, 'invalid_input')]);
    await assert.rejects(store.search(''), { status: 400 });
    assert.deepEqual(waits, []);
  });

  it('names an answer that is not the service’s own', async () => {
    const { store } = clientAt([new Response('<h1>Bad gateway</h1>', { status: 403 })]);
    await assert.rejects(store.search('mug'), (error) => {
      assert.ok(error instanceof ApiError);
      assert.deepEqual([error.status, error.code, error.details], [403, 'unknown', []]);
      return true;
    });
  });
});
