import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { basic, CONNECTOR, CORE, errorCode, openSite } from './site.ts';

describe('keys of the simulated WooCommerce site', () => {
  it('lets a good key in, in the header and in the query [AUT-2]', async (t) => {
    const { get, shop } = await openSite(t);
    assert.equal((await get(`${CORE}/products`)).status, 200);
    const { consumerKey, consumerSecret } = shop.credentials;
    const query = `consumer_key=${consumerKey}&consumer_secret=${consumerSecret}`;
    assert.equal((await get(`${CORE}/products?${query}`, {})).status, 200);
  });

  it('distinguishes a wrong secret from an unknown key, which counts as anonymous', async (t) => {
    const { get, shop } = await openSite(t);
    const wrongSecret = await get(`${CORE}/products`, basic(shop, { secret: 'cs_wrong' }));
    const unknownKey = await get(`${CORE}/products`, basic(shop, { key: 'ck_wrong' }));
    const nobody = await get(`${CORE}/products`, {});
    const refusals = [wrongSecret, unknownKey, nobody].map((answer) => [answer.status, errorCode(answer)]);
    assert.deepEqual(refusals, [
      [401, 'woocommerce_rest_authentication_error'],
      [401, 'woocommerce_rest_cannot_view'],
      [401, 'woocommerce_rest_cannot_view'],
    ]);
    assert.deepEqual(unknownKey.body, nobody.body);
  });

  it('asks for the key on every core endpoint', async (t) => {
    const { get } = await openSite(t);
    const paths = ['products', 'products/3200', 'variations', 'orders', 'webhooks', 'system_status'];
    for (const path of [...paths, 'settings/general', 'products/600/variations'])
      assert.equal((await get(`${CORE}/${path}`, {})).status, 401, path);
  });

  it('asks for no key where the connector is public, yet refuses a wrong secret there [AUT-4] [CON-1]', async (t) => {
    const { get, shop } = await openSite(t);
    for (const path of ['store-info', 'health']) {
      assert.equal((await get(`${CONNECTOR}/${path}`, {})).status, 200);
      assert.equal((await get(`${CONNECTOR}/${path}`, basic(shop, { secret: 'cs_wrong' }))).status, 401);
    }
  });
});
