import type { PlatformRegistry } from './connections.ts';
import { shopify } from './shopify/index.ts';
import { woocommerce } from './woocommerce/index.ts';

/** The registry: a platform that stands here can be connected, and nothing else names it. */
export const platforms: PlatformRegistry = { shopify, woocommerce };
