import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { woocommerce } from '../../../../src/store-platforms/woocommerce/index.ts';
import { KEYS } from './scripted-site.ts';

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
