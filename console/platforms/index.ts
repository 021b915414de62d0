import { IconBrandWordpress, IconShoppingBag, type TablerIcon } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { PlatformName } from '../../src/store-platforms/presentations.ts';
import { page } from '../lazy-page.ts';

interface ConsolePlatform {
  icon: TablerIcon;
  /** How a merchant connects a store, and what that takes. */
  how: string;
  needed: string;
  /** Page at `/connect/{platform}`. */
  Connect: ComponentType;
  ReplaceCredentials: ComponentType;
}

const PLATFORMS: Record<PlatformName, ConsolePlatform> = {
  shopify: {
    icon: IconShoppingBag,
    how: 'Enter your shop’s domain and the credentials of a Shopify app you create. Everything is checked live before it is saved.',
    needed: 'You need permission to create apps in your Shopify admin.',
    Connect: page(() => import('./shopify/connect.tsx'), 'ConnectShopify'),
    ReplaceCredentials: page(() => import('./shopify/replace-credentials.tsx'), 'ReplaceShopifyCredentials'),
  },
  woocommerce: {
    icon: IconBrandWordpress,
    how: 'Install our plugin on your site and enter a six-digit code there. The rest is automatic.',
    needed: 'You need an administrator account in WordPress.',
    Connect: page(() => import('./woocommerce/connect.tsx'), 'ConnectWooCommerce'),
    ReplaceCredentials: page(() => import('./woocommerce/renew-access.tsx'), 'RenewAccess'),
  },
};

/** Pages and words of each store platform, by its name. */
export const platforms: ReadonlyMap<string, ConsolePlatform> = new Map(Object.entries(PLATFORMS));
