import { startShopifyShop } from '../../../sandbox/shopify/shopify-shop.ts';
import { guardedFetch } from '../../../src/platforms/guarded-fetch/guarded-fetch.ts';
import { shopify } from '../../../src/platforms/shopify/index.ts';
import { createTransport } from '../../../src/platforms/transport.ts';
import { storePlatformBattery } from '../store-platform-battery.ts';

storePlatformBattery('shopify', async () => {
  const shop = await startShopifyShop();
  const credentials = shopify.credentials.parse(shop.credentials);
  return {
    shop,
    platform: shopify.connect(credentials, createTransport({ fetch: guardedFetch({ allowPrivate: true }) })),
  };
});
