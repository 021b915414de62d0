import { join } from 'node:path';
import { type CatalogFile, readCatalogFile } from './shop/catalog-file.ts';
import type { RunningShop } from './shop/types.ts';
import { startShopifyShop } from './shopify/shopify-shop.ts';
import { SETTINGS_PAGE } from './woocommerce/pages/settings-page.ts';
import { startWooCommerceShop } from './woocommerce/start.ts';

export interface DemoStore {
  slug: string;
  platform: string;
  shop: RunningShop;
}

export interface UnpairedSite {
  shop: RunningShop;
  /** Page of the plugin in the site's administration. */
  settingsPage: string;
}

/** Currency of the demo goods, and of a catalog file that names none. */
const CURRENCY = 'USD';

export interface DemoGoods {
  /** JSON lines to sell in place of the demo goods. */
  catalogFile?: string | undefined;
  /** Folder that keeps their state for the next start. */
  stateFolder?: string | undefined;
  /** Settings page of the unpaired site, to which the WooCommerce shop leads. */
  pairAt?: string;
}

const PLATFORMS = ['shopify', 'woocommerce'] as const;
type Platform = (typeof PLATFORMS)[number];

/** Starts the simulated shops on loopback ports from `firstPort` on, or on free ones when those are taken or it is 0. */
export async function startDemoStores(
  firstPort: number,
  goods: DemoGoods = {},
  platforms: readonly Platform[] = PLATFORMS,
): Promise<DemoStore[]> {
  const file: Partial<CatalogFile> = goods.catalogFile ? await readCatalogFile(goods.catalogFile) : {};
  const stores: DemoStore[] = [];
  for (const platform of platforms) {
    const slug = `demo-${platform}`;
    const port = firstPort === 0 ? 0 : firstPort + PLATFORMS.indexOf(platform);
    const options = {
      currency: file.currency ?? CURRENCY,
      catalog: file.lines,
      stateFile: fileIn(goods.stateFolder, slug),
    };
    const shop = await onPortOrFree(port, (port) => START[platform]({ ...options, port }, goods));
    stores.push({ slug, platform, shop });
  }
  return stores;
}

interface ShopOptions {
  port: number;
  currency: string;
  catalog: CatalogFile['lines'] | undefined;
  stateFile: string | undefined;
}

const START: Record<Platform, (options: ShopOptions, goods: DemoGoods) => Promise<RunningShop>> = {
  shopify: (options) => startShopifyShop({ ...options, name: 'Northwind Outfitters', brandColor: '#0f5c4c' }),
  woocommerce: (options, { pairAt }) =>
    startWooCommerceShop({ ...options, name: 'Harbour & Hearth', brandColor: '#b4472e', pairAt }),
};

interface UnpairedOptions {
  /** Asked when a page is read: the service may not listen yet. */
  serviceUrl: () => string;
  stateFolder?: string | undefined;
}

/** Starts a third, unpaired WooCommerce site, which a merchant can pair on its settings page. */
export async function startUnpairedSite(
  firstPort: number,
  { serviceUrl, stateFolder }: UnpairedOptions,
): Promise<UnpairedSite> {
  const shop = await onPortOrFree(firstPort === 0 ? 0 : firstPort + 2, (port) =>
    startWooCommerceShop({
      port,
      currency: CURRENCY,
      name: 'Unpaired Goods',
      serviceUrl,
      keysOf: 'unpaired goods',
      stateFile: fileIn(stateFolder, 'unpaired-goods'),
    }),
  );
  return { shop, settingsPage: shop.url + SETTINGS_PAGE };
}

function fileIn(folder: string | undefined, name: string): string | undefined {
  return folder === undefined ? undefined : join(folder, `${name}.json`);
}

async function onPortOrFree(
  port: number,
  start: (port: number) => Promise<RunningShop>,
): Promise<RunningShop> {
  try {
    return await start(port);
  } catch (error) {
    if (port !== 0 && error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
      return start(0);
    throw error;
  }
}
