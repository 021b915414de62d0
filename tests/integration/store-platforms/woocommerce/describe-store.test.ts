import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CommerceError } from '../../../../src/commerce/errors.ts';
import type { StoreInfo } from '../../../../src/store-platforms/woocommerce/connector-wire.ts';
import { caller, NO_ROUTE, openSite, type Reply, type Script } from './scripted-site.ts';

const info: StoreInfo = {
  name: 'Jane &amp; Sons',
  url: 'https://www.shop.example/',
  currency: 'usd',
  country: 'US',
  product_count: 41,
  versions: { wordpress: '6.9.1', woocommerce: '10.5.0', connector: '1.0.0' },
  policies: [
    { rel: 'terms-of-service', href: 'https://www.shop.example/terms/' },
    { rel: 'imprint', href: 'https://www.shop.example/imprint/' },
  ],
};

/** Answer to a key with write permission about an unknown item. */
const refused = {
  code: 'ucp_host_items_refused',
  message: 'No such item.',
  data: {
    status: 409,
    items: [{ id: Number.MAX_SAFE_INTEGER, problem: 'unknown', message: 'No such item.' }],
  },
};

function site(changes: Script = {}): Script {
  return {
    'GET /wc-ucp-host/v1/store-info': () => ({ body: info }),
    'GET /wc/v3/products': () => ({ body: [] }),
    'POST /wc-ucp-host/v1/cart/create': () => ({ status: 409, body: refused }),
    ...changes,
  };
}

const refusal = (status: number, code: string, message: string): Reply => ({
  status,
  body: { code, message, data: { status } },
});

it('the description of a store says what the service needs to know', async (t) => {
  const { platform, url, requests } = await openSite(t, site());
  const description = await platform.describeStore(caller);
  assert.deepEqual(description, {
    name: 'Jane & Sons',
    currency: 'USD',
    country: 'US',
    hosts: [new URL(url).host, 'www.shop.example'],
    folder: '',
    links: [{ rel: 'terms-of-service', href: 'https://www.shop.example/terms/' }],
    versions: { wordpress: '6.9.1', woocommerce: '10.5.0', connector: '1.0.0' },
  });
  const calls = requests.map(({ path, authorization }) => [path, authorization !== undefined]).toSorted();
  assert.deepEqual(calls, [
    ['/wc-ucp-host/v1/cart/create', true],
    ['/wc-ucp-host/v1/store-info', false],
    ['/wc/v3/products', true],
  ]);
});

describe('the look of a site', () => {
  const looks: [string, Partial<StoreInfo>, object | undefined][] = [
    ['of a plugin that does not name it', {}, undefined],
    ['without a logo and a color', { logo: null, color: null }, undefined],
    [
      'with both',
      { logo: 'https://i0.wp.com/shop.example/icon.png', color: '#0A7' },
      { logo: 'https://i0.wp.com/shop.example/icon.png', color: '#00aa77' },
    ],
    ['that cannot be used', { logo: 'javascript:alert(1)', color: 'red;background:url(x)' }, undefined],
  ];
  for (const [name, look, brand] of looks)
    it(`reads the look of a site, ${name}`, async (t) => {
      const script = site({ 'GET /wc-ucp-host/v1/store-info': () => ({ body: { ...info, ...look } }) });
      const { platform } = await openSite(t, script);
      assert.deepEqual((await platform.readDescription(caller)).brand, brand);
    });
});

describe('the error of a failed connection', () => {
  const auth = 'woocommerce_rest_authentication_error';
  const products = 'GET /wc/v3/products';
  const write = 'POST /wc-ucp-host/v1/cart/create';
  const store = 'GET /wc-ucp-host/v1/store-info';
  const html = '<!doctype html><title>Coming soon</title>';
  const cases: [string, string, Reply, RegExp][] = [
    ['no connector', store, NO_ROUTE, /connector plugin is not installed/],
    ['no WordPress', store, { status: 404, body: html }, /no WordPress REST interface/],
    ['a web page in place of JSON', store, { body: html }, /a web page/],
    [
      'another address',
      store,
      { status: 301, headers: { location: 'https://new.example/wp-json/x?key=1' }, body: '' },
      /redirects to https:\/\/new\.example\. /,
    ],
    [
      'an unknown key, an inactive plugin, or http in the site’s eyes',
      products,
      refusal(401, 'woocommerce_rest_cannot_view', 'Sorry, you cannot list resources.'),
      /unknown there, the connector plugin is not active, or the site does not see the call as HTTPS/,
    ],
    [
      'a wrong secret',
      products,
      refusal(401, auth, 'Consumer secret is invalid.'),
      /consumer secret does not/,
    ],
    [
      'a read-only key',
      write,
      refusal(401, auth, 'The API key provided does not have write permissions.'),
      /may not write.*read only/,
    ],
    [
      'a write-only key',
      products,
      refusal(401, auth, 'The API key provided does not have read permissions.'),
      /may not read.*plugin is not active.*write only/,
    ],
    ['a firewall', products, { status: 403, body: html }, /firewall/],
    ['a user without rights', write, refusal(403, 'rest_forbidden', 'Sorry.'), /shop manager/],
    ['a plugin in the way', store, { body: { ...info, currency: 7 } }, /not what WooCommerce gives/],
    [
      'PHP warnings before the JSON',
      store,
      { body: `<br />\n<b>Warning</b>: x ${JSON.stringify(info)}` },
      /PHP warnings/,
    ],
  ];
  for (const [what, route, reply, words] of cases)
    it(`names the cause of ${what}`, async (t) => {
      const { platform } = await openSite(t, site({ [route]: () => reply }));
      await assert.rejects(platform.describeStore(caller), (error) => {
        assert.ok(error instanceof CommerceError);
        assert.equal(error.kind, 'platform_error');
        assert.match(error.message, words);
        assert.doesNotMatch(error.message, /cs_|ck_|<|key=1/);
        return true;
      });
    });
});
