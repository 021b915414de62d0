import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { WooCommerceShopOptions } from '../../../../simulated-shops/woocommerce/start.ts';
import { openSimulatedShop } from './simulated-shop.ts';

const caller = { requestId: 'test-request' };

async function open(t: TestContext, options: WooCommerceShopOptions = {}) {
  const { platform, shop } = await openSimulatedShop(options);
  t.after(() => shop.close());
  const check = async () => (await platform.checkAccess(caller)).filter(({ level }) => level !== 'ok');
  return { shop, platform, check };
}

describe('the check whether buyers reach a WooCommerce shop’s checkout', () => {
  it('reports that the checkout is reached, and leaves no cart behind', async (t) => {
    const { platform, shop } = await open(t);
    const diagnostics = await platform.checkAccess(caller);
    assert.ok(
      diagnostics.some(({ title }) => /reach the checkout/.test(title)),
      JSON.stringify(diagnostics),
    );
    assert.deepEqual(shop.control.carts(), []);
    const calls = Object.values(shop.control.calls()).reduce((sum, count) => sum + count, 0);
    assert.ok(calls <= 15, `${calls} calls`);
  });

  for (const [wall, level, kind, title, remedy] of [
    ['log_in', 'problem', 'log_in', /log in to your site/, /exempt the checkout page/],
    ['register', 'problem', 'account', /"My account"/, /Accounts & Privacy/],
    ['maintenance', 'problem', 'maintenance', /maintenance page/, /maintenance/],
    ['maintenance_page', 'problem', 'maintenance', /maintenance page/, /maintenance/],
    ['age_gate', 'warning', 'age_gate', /age gate/, /age gate/],
    ['firewall', 'warning', 'firewall', /answers this service with 403/, /firewall/],
  ] as const)
    it(`names what stands in place of the checkout behind the wall ${wall}`, async (t) => {
      const { check, shop } = await open(t, { wall });
      const [diagnostic] = await check();
      assert.deepEqual([diagnostic?.level, diagnostic?.wall], [level, kind], JSON.stringify(diagnostic));
      assert.match(diagnostic?.title ?? '', title);
      assert.match(diagnostic?.remedy ?? '', remedy);
      assert.deepEqual(shop.control.carts(), []);
    });

  it('reports that nothing can be ordered in "coming soon" mode', async (t) => {
    const { check, shop } = await open(t);
    shop.control.inject({ kind: 'coming_soon' });
    assert.match((await check())[0]?.title ?? '', /"coming soon" mode/);
  });

  it('warns when the shop takes no orders of guests, and names plugins that get in the way', async (t) => {
    const plugins = ['woocommerce', 'ucp-host', 'wp-force-login', 'deposits-for-woocommerce'];
    const { check } = await open(t, { guestCheckout: false, plugins });
    const titles = (await check()).map(({ title }) => title);
    assert.equal(titles.length, 3, titles.join('\n'));
    assert.match(titles[0] ?? '', /buyers with an account/);
    assert.match(titles[1] ?? '', /wp-force-login/);
    assert.match(titles[2] ?? '', /deposits-for-woocommerce/);
  });
});
