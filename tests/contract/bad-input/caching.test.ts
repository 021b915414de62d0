import assert from 'node:assert/strict';
import { it } from 'node:test';
import { agentOf } from '../../../testing/agent.ts';
import { everywhere } from '../../../testing/everywhere.ts';
import { whileOff } from '../../../testing/switches.ts';

everywhere('refusals', (at) => {
  it('forbid caching, because the resource may exist at the next request', async () => {
    const nobody = agentOf(at.running.baseUrl, 'nobody-s-store');
    const cacheControl = (headers: Headers) => headers.get('cache-control');
    await whileOff(at, 'cart', async () => {
      const off = await at.agent.get('/carts/some-cart');
      assert.deepEqual([off.status, cacheControl(off.headers)], [404, 'no-store']);
    });
    const unknown = await nobody.get('');
    assert.deepEqual([unknown.status, cacheControl(unknown.headers)], [404, 'no-store']);
    const method = await at.agent.send('DELETE', '/carts');
    assert.deepEqual([method.status, cacheControl(method.headers)], [405, 'no-store']);
  });
});
