import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { ErrorBody } from '../../../testing/agent.ts';
import { withService } from '../../../testing/everywhere.ts';
import { signUp, withToken } from '../../../testing/merchant.ts';

const MINUTE_MS = 60_000;
/** Refused before anything is called, and counted all the same. */
const NO_SHOP = { platform: 'woocommerce', credentials: {} };

withService('requests that make the service call an address', (running) => {
  it('ends for one account after 120 in ten minutes, whatever it asks for', async () => {
    const owner = await signUp(running);
    const script = await withToken(running, owner);
    const check = () => script.post<ErrorBody>('/stores/check', NO_SHOP);
    const answers = await Promise.all(Array.from({ length: 121 }, check));
    const refusals = answers.map(({ status }) => status).filter((status) => status !== 200);
    assert.deepEqual(refusals, [429]);
    const paths = [
      ...['/stores', '/stores/demo-shopify/check', '/stores/demo-shopify/reconnect'],
      ...['/stores/demo-shopify/discovery/check', '/stores/demo-shopify/domains/agents.example/verify'],
    ];
    for (const path of paths) {
      const { status, body, headers } = await owner.post<ErrorBody>(path, path === '/stores' ? NO_SHOP : {});
      assert.deepEqual([status, body.code], [429, 'too_many_requests'], path);
      assert.ok(Number(headers.get('retry-after')) > 0);
    }
    assert.equal(
      (await (await signUp(running)).post('/stores/check', NO_SHOP)).status,
      200,
      'another account',
    );
    running.advance(10 * MINUTE_MS);
    assert.equal((await check()).status, 200);
  });
});
