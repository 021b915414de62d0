import assert from 'node:assert/strict';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { it } from 'node:test';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { read, SHOPIFY, startActivity, WOOCOMMERCE } from '../merchants/activity.ts';

/** Bodies that block a quadratic expression for four seconds and a linear one for milliseconds. */
const MAX_STALL_MS = 2_000;
const LENGTH = 60_000;

const BODIES = ['a', 'a@', 'a%40', '1 ', '?a=', '\u0315\u0300'];

onEveryDatabase('the log of hostile calls', (database) => {
  const at = forSuite(() => startActivity(database));

  for (const slug of [SHOPIFY, WOOCOMMERCE])
    it(`never holds up other requests, whatever strangers send to ${slug}`, async () => {
      const root = `${at.running.baseUrl}/api/ucp/${slug}`;
      const delay = monitorEventLoopDelay({ resolution: 10 });
      delay.enable();
      for (const unit of BODIES) {
        const body = JSON.stringify({ x: unit.repeat(LENGTH / Buffer.byteLength(unit) / 2) });
        const headers = { 'content-type': 'application/json' };
        const answer = await fetch(`${root}/checkout-sessions`, { method: 'POST', headers, body });
        assert.equal(answer.status, 400);
      }
      for (const path of ['a'.repeat(15_000), `?q=${'a%40'.repeat(3_500)}`, `?${'a=%201&'.repeat(2_000)}`])
        await (await fetch(`${root}/catalog/search${path}`)).text();
      const { total } = await read<{ total: number }>(at, '/requests', slug);
      delay.disable();
      assert.equal(total, BODIES.length + 3);
      assert.ok(delay.max < MAX_STALL_MS * 1e6, `${delay.max / 1e6} ms without an answer to anybody`);
    });

  it('shows no part of a secret at which a long text was cut', async () => {
    const card = '4111 1111 1111 1111';
    for (const before of [3_985, 3_990, 3_995]) {
      const note = `${'x'.repeat(9)} `.repeat(400).slice(0, before) + ` ${card} `.padEnd(2_000, ' y');
      await at.agent().send('POST', '/checkout-sessions', { body: JSON.stringify({ note }) });
    }
    const { items } = await read<{ items: { id: string }[] }>(at, '/requests?per_page=3');
    for (const { id } of items) {
      const { request } = await read<{ request: { request_body: unknown } }>(at, `/requests/${id}`);
      const body = JSON.stringify(request.request_body);
      assert.match(body, /xxxxxxxxx/);
      assert.doesNotMatch(body, /4111|1111/);
    }
  });
});
