import type { RunningShop } from '../../../../simulated-shops/shop/types.ts';
import {
  startWooCommerceShop,
  type WooCommerceShopOptions,
} from '../../../../simulated-shops/woocommerce/start.ts';
import type { StoreDescription } from '../../../../src/commerce/store/store.ts';
import { createGuardedFetch } from '../../../../src/outbound/guarded-fetch/guarded-fetch.ts';
import { createTransport } from '../../../../src/store-platforms/transport/transport.ts';
import { woocommerce } from '../../../../src/store-platforms/woocommerce/index.ts';
import type { Infrastructure } from '../battery/opened.ts';

/**
 * Opened as a merchant's shop is: connected, described, and then asked with the description at hand. One without the
 * connector could not be connected: it stands for a shop that has lost it since, and is described by us.
 */
export async function openSimulatedShop(options: WooCommerceShopOptions = {}): Promise<Infrastructure> {
  const shop = await startWooCommerceShop(options);
  const credentials = woocommerce.credentials.parse(shop.credentials);
  const transport = createTransport({ fetch: createGuardedFetch({ allowPrivate: true }) });
  const description =
    options.withConnector === false
      ? describedAs(shop)
      : await woocommerce.connect(credentials, transport).describeStore({ requestId: 'connecting' });
  shop.control.resetCalls();
  return { shop, platform: woocommerce.connect(credentials, transport, description) };
}

function describedAs({ url, control }: RunningShop): StoreDescription {
  const { name, currency } = control.settings;
  const hosts = [new URL(url).host];
  return { name, currency, country: null, hosts, links: [], versions: {}, pricesIncludeTax: false };
}
