import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { startConnectProxy } from '../../testing/connect-proxy.ts';
import { anyDatabase } from '../../testing/databases.ts';
import { forSuite } from '../../testing/for-suite.ts';
import { payCheckout } from '../../testing/pay-checkout.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { certificateFor } from '../../testing/test-authority.ts';
import { PLATFORMS, startTestService, type TestService } from '../../testing/test-service.ts';
import { type Front, startFront } from '../../testing/tls-front.ts';
import { ucpCli } from './ucp-cli.ts';

const DOMAIN = 'stores.example';
const hostOf = (platform: string) => `demo-${platform}.${DOMAIN}`;

describe('Shopify’s ucp command line at a tenant host, over https', () => {
  let running: TestService;
  let front: Front;
  let names: Awaited<ReturnType<typeof startConnectProxy>>;
  const folder = forSuite(temporaryFolder);
  let env: Record<string, string>;

  before(async () => {
    const settings = { HOST_DOMAIN: DOMAIN, BASE_URL: `https://agents.${DOMAIN}`, TRUST_PROXY: 'on' };
    running = await startTestService({ database: anyDatabase, settings });
    await running.settle();
    const certificate = await certificateFor(PLATFORMS.map(hostOf));
    const address = running.service.server.server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    front = await startFront(certificate, () => `http://127.0.0.1:${port}`);
    names = await startConnectProxy(front.port);
    const authority = folder.file('authority.pem');
    await writeFile(authority, certificate.authority);
    // The proxy resolves the names; the authority signs their certificates.
    env = { NODE_EXTRA_CA_CERTS: authority, HTTPS_PROXY: names.url };
  });
  after(async () => {
    await names?.close();
    await front?.close();
    await running.close();
  });

  for (const platform of PLATFORMS)
    describe(platform, () => {
      for (const [version, pinned] of [
        ['2026-08-25', {}],
        ['2026-04-08', { version: '2026-04-08' }],
      ] as const)
        it(`buys in ${version}: finds the store, searches, fills a cart with a code, checks out, and the buyer pays [CLI-3]`, async (t) => {
          const cli = await ucpCli(`https://${hostOf(platform)}`, { env, ...pinned });
          t.after(() => cli.close());
          const { exitCode, printed } = await cli.run('discover');
          assert.equal(exitCode, 0, JSON.stringify(printed));
          assert.match(JSON.stringify(printed), new RegExp(`https://${hostOf(platform)}/ucp/mcp`));

          const { products } = await cli.does('catalog search', { query: 'teapot' });
          const id = products[0]?.variants[0]?.id ?? assert.fail('nothing found');
          const line_items = [{ item: { id }, quantity: 2 }];
          const cart = await cli.does('cart create', { line_items, discounts: { codes: ['SUMMER10'] } });
          const [applied] = cart.discounts?.applied ?? [];
          assert.ok(applied && applied.amount > 0, 'the code takes something off');

          const { ucp, result: checkout } = await cli.says('checkout create', {
            cart_id: cart.id,
            line_items: [],
          });
          assert.equal(ucp.version, version);
          assert.equal(checkout.status, 'requires_escalation');
          assert.deepEqual(checkout.discounts?.codes, ['SUMMER10']);
          assert.equal(checkout.line_items[0]?.quantity, 2);

          await payCheckout(checkout.continue_url ?? assert.fail('nowhere to pay'));
          const done = await cli.does('checkout complete', { payment: { instruments: [] } }, checkout.id);
          assert.equal(done.status, 'completed');
          assert.ok(done.order?.id);
        });

      it('went nowhere but to that host [CLI-3]', () => {
        const hosts = names.tunneled.filter((each) => each.startsWith(`demo-${platform}`));
        assert.ok(hosts.length > 0);
        assert.deepEqual(new Set(hosts), new Set([`${hostOf(platform)}:443`]));
        const others = names.tunneled.filter((each) => !PLATFORMS.some((of) => each === `${hostOf(of)}:443`));
        assert.deepEqual(others, []);
      });
    });

  it('refuses the certificate without its authority', async () => {
    const cli = await ucpCli(`https://${hostOf('shopify')}`, { env: { HTTPS_PROXY: names.url } });
    const { exitCode } = await cli.run('discover');
    await cli.close();
    assert.notEqual(exitCode, 0);
  });
});
