import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toOrigin } from '../../../../src/store-platforms/shopify/credentials.ts';
import { shopify } from '../../../../src/store-platforms/shopify/index.ts';

describe('Shopify credentials', () => {
  it('take a domain however it was pasted', () => {
    for (const typed of [
      'Trail-Goods.myshopify.com',
      'https://trail-goods.myshopify.com/',
      ' http://trail-goods.myshopify.com// ',
    ])
      assert.equal(shopify.credentials.parse({ domain: typed }).domain, 'trail-goods.myshopify.com');
    assert.equal(shopify.credentials.parse({ domain: 'shop.example.co.uk' }).domain, 'shop.example.co.uk');
  });

  it('refuse what is no shop’s domain', () => {
    for (const typed of [
      '',
      'shop',
      '10.0.0.1',
      '169.254.169.254',
      '127.0.0.2',
      '[::1]',
      'shop.example.com/admin',
      'user@shop.example.com',
      'shop.example.com:8443',
      'a b.com',
      `${'a'.repeat(64)}.com`,
    ])
      assert.equal(shopify.credentials.safeParse({ domain: typed }).success, false, typed);
  });

  it('speak plain http on the own machine only', () => {
    assert.equal(toOrigin('127.0.0.1:4100'), 'http://127.0.0.1:4100');
    assert.equal(toOrigin('localhost:4100'), 'http://localhost:4100');
    assert.equal(toOrigin('shop.example.com'), 'https://shop.example.com');
  });

  it('refuse a token that cannot stand in a header', () => {
    const parse = (adminToken: string) =>
      shopify.credentials.safeParse({ domain: 'a.myshopify.com', adminToken });
    assert.equal(parse(' shpat_1 ').data?.adminToken, 'shpat_1');
    const secret = { domain: 'a.myshopify.com', appSecret: ' shpss_1 ' };
    assert.equal(shopify.credentials.parse(secret).appSecret, 'shpss_1');
    for (const token of ['', 'a b', 'a\r\nx-evil: 1', 'é']) assert.equal(parse(token).success, false, token);
  });
});
