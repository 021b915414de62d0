import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createTransport } from '../../../../src/store-platforms/transport/transport.ts';
import { woocommerce } from '../../../../src/store-platforms/woocommerce/index.ts';
import { startHttpServer } from '../../../../testing/http-server.ts';
import { KEYS } from './scripted-site.ts';

const SESSION = '0b8a4a4e-0000-4000-8000-000000000001';

const parsed = (url: string) => woocommerce.credentials.safeParse({ url, ...KEYS });

describe('the address of a shop', () => {
  for (const [typed, origin] of [
    ['https://Shop.example', 'https://shop.example'],
    [' https://shop.example/ ', 'https://shop.example'],
    ['https://shop.example/store/', 'https://shop.example/store'],
    ['https://shop.example/store/wp-admin/index.php?page=wc', 'https://shop.example/store'],
    ['https://shop.example:8443//', 'https://shop.example:8443'],
    ['http://127.0.0.1:8090', 'http://127.0.0.1:8090'],
    ['http://localhost:8090/', 'http://localhost:8090'],
    ['http://[::1]:8090/', 'http://[::1]:8090'],
  ] as const)
    it(`${JSON.stringify(typed)} is kept as ${origin}`, () => assert.equal(parsed(typed).data?.url, origin));

  for (const typed of [
    'http://shop.example',
    'http://127.0.0.1.evil.example',
    'ftp://shop.example',
    'https://user:pass@shop.example',
    'shop.example',
    '',
  ])
    it(`${JSON.stringify(typed)} is refused`, () => assert.equal(parsed(typed).success, false));
});

it('keys that could not travel in a header are refused', () => {
  for (const consumerKey of ['', 'ck with space', 'ck:colon', 'ck\nline', 'ckü']) {
    const credentials = { url: 'https://shop.example', ...KEYS, consumerKey };
    assert.equal(woocommerce.credentials.safeParse(credentials).success, false, consumerKey);
  }
});

it('asks a site at the REST address that it reports, and sends the key to no other origin', async (t) => {
  const paths: string[] = [];
  const site = await startHttpServer((incoming, outgoing) => {
    paths.push(incoming.url?.split('?')[0] ?? '');
    outgoing.writeHead(200, { 'content-type': 'application/json' }).end('[]');
  });
  t.after(site.close);
  const folder = `${site.url}/shop`;
  for (const [restUrl, path] of [
    [`${folder}/api/`, '/shop/api/wc/v3/orders'],
    [`${folder}/index.php/wp-json/`, '/shop/index.php/wp-json/wc/v3/orders'],
    [`${folder}/wp-json/`, '/shop/wp-json/wc/v3/orders'],
    [`${folder}/index.php?rest_route=/`, '/shop/wp-json/wc/v3/orders'],
    ['https://elsewhere.example/wp-json/', '/shop/wp-json/wc/v3/orders'],
    [undefined, '/shop/wp-json/wc/v3/orders'],
  ] as const) {
    const credentials = woocommerce.credentials.parse({ url: folder, restUrl, ...KEYS });
    const platform = woocommerce.connect(credentials, createTransport({ fetch }));
    await platform.findOrder({ sessionId: SESSION, cartHandle: SESSION }, { requestId: 'test' });
    assert.equal(paths.pop(), path, restUrl);
  }
});
