import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CommerceError } from '../../../../src/commerce/errors.ts';
import { refusedCall } from '../../../../src/store-platforms/woocommerce/client/errors.ts';
import { caller, openSite, type Reply, type Script } from './scripted-site.ts';

const INFO = {
  name: 'Test Shop',
  url: 'http://shop.example',
  currency: 'USD',
  country: 'US',
  policies: [],
  product_count: 1,
  versions: { wordpress: '6.9', woocommerce: '10.5.0', connector: '1.0.0' },
};

/** A site on which all is well. */
const FINE: Script = {
  'GET /wc-ucp-host/v1/store-info': () => ({ body: INFO }),
  'GET /wc/v3/products': () => ({ body: [] }),
  'POST /wc-ucp-host/v1/cart/create': () => ({
    status: 409,
    body: {
      code: 'ucp_host_items_refused',
      message: 'refused',
      data: { status: 409, items: [{ id: 1, problem: 'unknown', message: 'unknown' }] },
    },
  }),
};

const limited = (body: unknown): Reply => ({ body, headers: { 'ratelimit-limit': '25' } });

describe('the check of a WooCommerce shop’s access', () => {
  it('says that the Store API’s rate limit is on, and which filter to set', async (t) => {
    const site = await openSite(t, { ...FINE, 'GET /wc/store/v1/products': () => limited([]) });
    const access = await site.platform.checkAccess({ ...caller, fresh: true });
    assert.equal(access.filter(({ level }) => level === 'problem').length, 0, JSON.stringify(access));
    const warning = access.find(({ level }) => level === 'warning');
    assert.match(warning?.title ?? '', /Store API is on \(25/);
    assert.match(warning?.remedy ?? '', /woocommerce_store_api_rate_limit_options/);
  });

  it('says that its own calls are limited by address, and which header to exempt', async (t) => {
    const site = await openSite(t, { ...FINE, 'GET /wc-ucp-host/v1/store-info': () => limited(INFO) });
    const access = await site.platform.checkAccess({ ...caller, fresh: true });
    const warning = access.find(({ level }) => level === 'warning');
    assert.match(warning?.remedy ?? '', /User-Agent: ucp-host/);
  });

  it('says nothing where there is no limit', async (t) => {
    const site = await openSite(t, FINE);
    const access = await site.platform.checkAccess({ ...caller, fresh: true });
    assert.deepEqual(
      access.map(({ level }) => level),
      ['ok', 'ok', 'ok'],
    );
  });

  for (const [name, headers] of [
    ['Cloudflare', { 'cf-ray': '8f1' }],
    ['Sucuri', { 'x-sucuri-id': '18005' }],
    ['Imunify360', { server: 'imunify360-webshield/1.21' }],
    ['a firewall', {}],
  ] as const)
    it(`names ${name} when it refuses the calls, and what to set`, () => {
      const response = {
        status: 403,
        headers: new Headers(headers),
        size: 22,
        text: '<html>Forbidden</html>',
      };
      const error = refusedCall({ operation: 'GET /products', path: '/wc/v3/products' }, response, undefined);
      assert.ok(error instanceof CommerceError);
      assert.match(error.message, new RegExp(`\\(${name}`));
      assert.match(error.message, /this one address/);
    });
});
