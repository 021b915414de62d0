import { startWooCommerceShop, type WooCommerceShopOptions } from '../../../sandbox/woocommerce/start.ts';
import { createTransport } from '../../../src/platforms/transport.ts';
import { woocommerce } from '../../../src/platforms/woocommerce/index.ts';
import type { Opened } from '../battery/opened.ts';

/** Opened as a merchant's shop is: connected, described, and then asked with the description at hand. */
export async function openSimulatedShop(options: WooCommerceShopOptions = {}): Promise<Opened> {
  const shop = await startWooCommerceShop(options);
  const credentials = woocommerce.credentials.parse(shop.credentials);
  const transport = createTransport({ fetch });
  const unknown = woocommerce.connect(credentials, transport);
  if (options.withConnector === false) return { shop, platform: unknown };
  const description = await unknown.describeStore({ requestId: 'connecting' });
  shop.control.resetCalls();
  return { shop, platform: woocommerce.connect(credentials, transport, description) };
}
