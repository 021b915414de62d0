import type { ShopProduct, ShopSettings, SiteFaultKind } from '../shop/types.ts';
import type { Traits } from './goods/traits.ts';

interface PriceSettings {
  /** True: the merchant types prices with the tax in them. */
  includeTax: boolean;
  /** True: guests are shown prices with the tax in them. */
  showTax: boolean;
  /** True: tax is rounded once for the whole cart, and not line by line. */
  roundAtSubtotal: boolean;
  /** True: the shipping rates are taxable, as a rate is that nobody has changed. */
  taxesShipping: boolean;
  /** To how many the shop rounds what it shows and takes; null: as many as its currency has. */
  decimals: number | null;
}

/** What every part of the simulated site knows of it. */
export interface Site {
  settings: ShopSettings;
  products: ShopProduct[];
  /** ISO instant; undefined for a product that was never edited. */
  modifiedAt(product: ShopProduct): string | undefined;
  traits: Traits;
  /** `http://127.0.0.1:<port>`, once it listens. */
  origin(): string;
  consumerKey: string;
  consumerSecret: string;
  /** REST keys that the plugin has made: consumer key to secret. */
  pluginKeys: Map<string, string>;
  withConnector: boolean;
  /** The block checkout makes a draft of an order for each browser that opens it; the classic one does not. */
  checkout: 'block' | 'classic';
  prices: PriceSettings;
  /** Injected fault of the whole site. */
  readonly fault: SiteFaultKind | null;
  /** What the plugin's page proposes to pair with. */
  serviceUrl: string;
}

export const VERSIONS = { wordpress: '6.9.1', woocommerce: '10.5.0', connector: '1.0.0' };

export const CORE_NAMESPACE = 'wc/v3';

export function apiUrl(site: Site, path: string): string {
  return `${site.origin()}/wp-json/${CORE_NAMESPACE}${path}`;
}

/** WooCommerce writes site time and UTC without a zone; this site's own zone is UTC, so they are the same. */
export function naive(instant: string): string {
  return instant.slice(0, 19);
}
