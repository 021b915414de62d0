import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CheckStoreDiscoveryResponse } from '../../../client/index.ts';
import { runCommand } from '../../../testing/command-line.ts';
import { anyDatabase } from '../../../testing/databases.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { pluck } from '../../../testing/pluck.ts';
import { startTestService } from '../../../testing/test-service.ts';
import { type Script, scriptedServer } from '../store-platforms/scripted-server.ts';

const VERSION = '2026-04-08';
const CART = 'dev.ucp.shopping.cart';

describe('doctor --agent-platform google', () => {
  const running = forSuite(() => startTestService({ database: anyDatabase }));
  const host = forSuite(() => scriptedServer(() => ({ status: 404 })));

  const checked = async (...args: string[]) => {
    const { code, out } = await run(...args, '--agent-platform', 'google', '--json');
    const report = JSON.parse(out) as CheckStoreDiscoveryResponse;
    return { code, ...report, worse: report.diagnostics.filter(({ level }) => level !== 'ok') };
  };

  for (const slug of ['demo-shopify', 'demo-woocommerce']) {
    it(`finds ${slug} well, with the catalog’s own ids, and leaves no cart open`, async () => {
      // Numbers, SKUs and barcodes are read from the copy of the catalog.
      await running.settle();
      const { code, worse, diagnostics } = await checked(`${running.baseUrl}/ucp/${slug}`, '--query', 'mug');
      assert.deepEqual(pluck(worse, 'check'), ['items'], JSON.stringify(worse));
      assert.equal(code, 0);
      assert.deepEqual(pluck(diagnostics, 'check'), ['profile', 'items', 'cart', 'latency', 'page']);
      assert.match(diagnostics[2]?.title ?? '', /: [67] ids of 1 variants/);
    });

    it(`names the id of a feed that ${slug} does not know`, async () => {
      const { code, worse } = await checked(`${running.baseUrl}/ucp/${slug}`, '--item', 'no-such-id');
      assert.equal(code, 1);
      assert.deepEqual(pluck(worse, 'check'), ['cart']);
      assert.match(`${worse[0]?.cause} ${worse[0]?.remedy}`, /feed/);
      assert.equal((await run(slug, '--agent-platform', 'google')).code, 2, 'it needs the address');
    });
  }

  /** A store with that profile, whose other answers are `cart`. */
  function serving(cart: (origin: string) => ReturnType<Script>, profile: object = {}): void {
    host.answer((request) => {
      const origin = `http://${host.host}`;
      if (!request.path.endsWith('/.well-known/ucp')) return cart(origin);
      const services = { 'dev.ucp.shopping': [{ transport: 'rest', endpoint: `${origin}/ucp` }] };
      const capabilities = { [CART]: [{ version: VERSION }] };
      return { status: 200, body: { ucp: { version: VERSION, services, capabilities, ...profile } } };
    });
  }
  const refusedBy = async () => (await checked(`http://${host.host}`, '--item', '1')).worse;

  it('says that the profile is behind a redirect, of another version or without carts', async () => {
    host.answer(() => ({ status: 302, headers: { location: `${running.baseUrl}/ucp/demo-shopify` } }));
    const [problem, ...more] = await refusedBy();
    assert.deepEqual([problem?.level, problem?.check, more.length], ['problem', 'profile', 0]);
    assert.match(problem?.cause ?? '', /follows no redirect/);
    serving(() => ({ status: 500 }), { version: '2026-08-25' });
    assert.match((await refusedBy())[0]?.title ?? '', /does not speak 2026-04-08/);
    serving(() => ({ status: 500 }), { capabilities: {} });
    assert.match((await refusedBy())[0]?.cause ?? '', /dev\.ucp\.shopping\.cart/);
  });

  const REFUSALS: Record<string, { answer: ReturnType<Script>; says: RegExp }> = {
    'Cloudflare’s challenge': {
      answer: { status: 403, headers: { 'cf-ray': '1', 'cf-mitigated': 'challenge' }, body: '<html>' },
      says: /Cloudflare/,
    },
    'an unknown firewall’s page': {
      answer: { status: 406, headers: { 'content-type': 'text/html' }, body: '<html>Not Acceptable' },
      says: /firewall/,
    },
    'a login page': {
      answer: { status: 200, headers: { 'content-type': 'text/html' }, body: '<!doctype html>' },
      says: /login page/,
    },
    'a limit by address': { answer: { status: 429, body: { content: 'Too many' } }, says: /vouch|token/ },
    'a demand for credentials': { answer: { status: 401, body: {} }, says: /no credentials/ },
    'a failure': { answer: { status: 500, body: { content: 'It broke' } }, says: /It broke/ },
    'a cart without a page': {
      answer: { status: 201, body: { id: 'c', currency: 'USD', line_items: [] } },
      says: /continue_url/,
    },
  };
  for (const [name, { answer, says }] of Object.entries(REFUSALS))
    it(`says what to change for ${name}, after one request`, async () => {
      let carts = 0;
      serving(() => {
        carts += 1;
        return answer;
      });
      const [problem, ...more] = await refusedBy();
      assert.deepEqual([problem?.level, problem?.check, more.length, carts], ['problem', 'cart', 0, 1]);
      assert.match(`${problem?.cause} ${problem?.remedy}`, says);
    });

  it('says that the buyer’s page does not open, or is not encrypted', async () => {
    const cart = (continueUrl: string) => ({
      status: 201,
      body: { id: 'c', currency: 'USD', line_items: [{ item: { id: '1' } }], continue_url: continueUrl },
    });
    let count = 0;
    serving((origin) => {
      count += 1;
      return count === 1 ? cart(`${origin}/page`) : { status: 404, body: {} };
    });
    assert.match((await refusedBy()).find(({ check }) => check === 'page')?.cause ?? '', /answers 404/);
    serving(() => cart('http://shop.example/checkout'));
    assert.match((await refusedBy()).find(({ check }) => check === 'page')?.title ?? '', /not encrypted/);
  });
});

async function run(...args: string[]) {
  const { code, out, errors } = await runCommand({
    args: ['doctor', ...args],
    env: { ...process.env, NO_COLOR: '1' },
  });
  return { code, out: out + errors };
}
