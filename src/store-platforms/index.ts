import type { PlatformRegistry } from './connections.ts';
import { shopify } from './shopify/index.ts';
import { woocommerce } from './woocommerce/index.ts';

/** Registry of store platforms: adding one here is all that connecting it needs. */
export const platforms: PlatformRegistry = { shopify, woocommerce };
