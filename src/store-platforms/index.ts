import type { PlatformRegistry } from './connections.ts';
import type { PlatformName } from './presentations.ts';
import { shopify } from './shopify/index.ts';
import { woocommerce } from './woocommerce/index.ts';

/** Registry of store platforms; `presentations.ts` has the same names. */
export const platforms: PlatformRegistry = { shopify, woocommerce } satisfies Record<PlatformName, unknown>;
