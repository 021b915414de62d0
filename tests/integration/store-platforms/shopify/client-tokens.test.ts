import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { type ShopifyShop, startShopifyShop } from '../../../../simulated-shops/shopify/shopify-shop.ts';
import { CommerceError } from '../../../../src/commerce/errors.ts';
import { createClientTokens } from '../../../../src/store-platforms/shopify/client/admin-tokens.ts';
import { shopify } from '../../../../src/store-platforms/shopify/index.ts';
import { createTransport } from '../../../../src/store-platforms/transport/transport.ts';
import { pluck } from '../../../../testing/pluck.ts';

const caller = { requestId: 'test' };
const HOUR_MS = 60 * 60_000;

async function shopWithApp(t: TestContext) {
  const shop = await startShopifyShop();
  t.after(() => shop.close());
  const transport = createTransport({ fetch });
  const { storefrontPrivateToken: _, ...app } = shop.clientCredentials;
  return { shop, transport, app };
}

const connected = (shop: ShopifyShop, changes: object = {}) =>
  shopify.connect(
    shopify.credentials.parse({ ...shop.clientCredentials, ...changes }),
    createTransport({ fetch }),
  );

describe('the id and secret of an app', () => {
  it('open the Admin API like a token, and are checked like one', async (t) => {
    const { shop } = await shopWithApp(t);
    const platform = connected(shop);
    assert.equal((await platform.describeStore(caller)).currency, 'USD');
    assert.deepEqual(pluck(await platform.checkAccess(caller), 'level'), ['ok', 'ok']);
    assert.equal(shop.grants.issued(), 1);
  });

  it('exchanges the app’s id and secret once, however many calls ask at once', async (t) => {
    const { shop, transport, app } = await shopWithApp(t);
    const tokens = createClientTokens(app, transport);
    const all = await Promise.all(Array.from({ length: 20 }, () => tokens.getCurrent(caller)));
    assert.equal(new Set(all).size, 1);
    assert.equal(shop.grants.issued(), 1);
  });

  it('give a fresh token before the end of the last one, which is used on while Shopify is away', async (t) => {
    const { shop, transport, app } = await shopWithApp(t);
    let now = Date.now();
    const tokens = createClientTokens(app, transport, () => now);
    const first = await tokens.getCurrent(caller);
    now += 23 * HOUR_MS;
    assert.equal(await tokens.getCurrent(caller), first);
    now += HOUR_MS - 5 * 60_000;
    shop.control.inject({ kind: 'down', operation: 'ExchangeClientCredentials' });
    assert.equal(await tokens.getCurrent(caller), first);
    shop.control.clearFaults();
    assert.notEqual(await tokens.getCurrent(caller), first);
    assert.equal(shop.grants.issued(), 2);
  });

  it('give a fresh token where the last one was revoked, once', async (t) => {
    const { shop } = await shopWithApp(t);
    const platform = connected(shop);
    assert.equal(await platform.readOrder('gid://shopify/Order/1', caller), undefined);
    shop.grants.revokeAll();
    assert.equal(await platform.readOrder('gid://shopify/Order/1', caller), undefined);
    assert.equal(shop.grants.issued(), 2);
  });

  it('explains a refused id and secret of an app in words that say what to do, without the secret', async (t) => {
    const { shop } = await shopWithApp(t);
    const refusal = async (changes: object) => {
      const error = await connected(shop, changes)
        .describeStore(caller)
        .catch((reason: unknown) => reason);
      assert.ok(error instanceof CommerceError);
      assert.ok(!error.message.includes(shop.clientCredentials.clientSecret));
      return error.message;
    };
    assert.match(await refusal({ clientSecret: 'shpss_wrong' }), /client id, or the secret/);
    shop.grants.installed = false;
    assert.match(await refusal({}), /not installed on this shop/);
  });

  it('stand for nothing alone, nor beside another Admin token', () => {
    const domain = 'shop.myshopify.com';
    const works = (more: object) => shopify.credentials.safeParse({ domain, ...more }).success;
    assert.ok(works({ clientId: 'a', clientSecret: 'b' }));
    assert.ok(!works({ clientId: 'a' }));
    assert.ok(!works({ clientSecret: 'b' }));
    assert.ok(!works({ clientId: 'a', clientSecret: 'b', adminToken: 'c' }));
  });
});
