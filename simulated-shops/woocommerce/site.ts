import { toLocalTime } from '../../src/commerce/time/days.ts';
import { toIso } from '../../src/commerce/time/time.ts';
import type { ShopProduct, ShopSettings, SiteFaultKind } from '../shop/types.ts';
import type { Traits } from './goods/traits.ts';

interface PriceSettings {
  /** True when the merchant types prices with tax. */
  includeTax: boolean;
  /** True when guests see prices with tax. */
  showTax: boolean;
  /** True when tax is rounded once for the cart, not by line. */
  roundAtSubtotal: boolean;
  /** True when shipping rates are taxable, which is the default of a rate. */
  taxesShipping: boolean;
  /** Displayed decimals; null for the currency's own. */
  decimals: number | null;
}

/** Shared state of the simulated site. */
export interface Site {
  settings: ShopSettings;
  products: ShopProduct[];
  /** ISO instant; undefined for a product that was never edited. */
  modifiedAt(product: ShopProduct): string | undefined;
  traits: Traits;
  /** `http://127.0.0.1:<port>`, once it listens. */
  origin(): string;
  /** Address that the site states as its own; its origin when undefined. */
  statedUrl: string | undefined;
  consumerKey: string;
  consumerSecret: string;
  /** REST keys that the plugin has made: consumer key to secret. */
  pluginKeys: Map<string, string>;
  withConnector: boolean;
  /** The block checkout makes a draft of an order for each browser that opens it; the classic one does not. */
  checkout: 'block' | 'classic';
  prices: PriceSettings;
  /** False when buyers need an account. */
  guestCheckout: boolean;
  /** Folders of the active plugins. */
  plugins: readonly string[];
  /** Injected fault of the whole site. */
  readonly fault: SiteFaultKind | null;
  /** Service address proposed on the plugin's page. */
  serviceUrl: () => string;
}

export const VERSIONS = { wordpress: '6.9.1', woocommerce: '10.5.0', connector: '1.0.0' };

export const CORE_NAMESPACE = 'wc/v3';

export function apiUrl(site: Site, path: string): string {
  return `${site.origin()}/wp-json/${CORE_NAMESPACE}${path}`;
}

/** WooCommerce writes site time without a zone. */
export function siteTime({ settings }: Site, instant: string): string {
  return naive(toIso(toLocalTime(Date.parse(instant), settings.timeZone)));
}

/** WooCommerce writes UTC without a zone. */
export function naive(instant: string): string {
  return instant.slice(0, 19);
}
