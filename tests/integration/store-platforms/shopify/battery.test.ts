import { describe } from 'node:test';
import { startShopifyShop } from '../../../../simulated-shops/shopify/shopify-shop.ts';
import { createGuardedFetch } from '../../../../src/outbound/guarded-fetch/guarded-fetch.ts';
import { shopify } from '../../../../src/store-platforms/shopify/index.ts';
import { createTransport } from '../../../../src/store-platforms/transport/transport.ts';
import { storePlatformBattery } from '../store-platform-battery.ts';

describe('the Shopify adapter', () => {
  storePlatformBattery('shopify', async () => {
    const shop = await startShopifyShop();
    const credentials = shopify.credentials.parse(shop.credentials);
    return {
      shop,
      platform: shopify.connect(
        credentials,
        createTransport({ fetch: createGuardedFetch({ allowPrivate: true }) }),
      ),
    };
  });
});
