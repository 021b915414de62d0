import { z } from 'zod';
import { INSTANT_STORE, instantPlatform } from '../../../bench/instant-platform.ts';
import { CommerceError } from '../../../src/commerce/errors.ts';
import type { Product } from '../../../src/commerce/product/products.ts';
import type { PlatformKind } from '../../../src/store-platforms/platform-kind.ts';
import type { CatalogPage } from '../../../src/store-platforms/store-platform.ts';

/** A shop in this process whose catalog is listed in pages; a test may come between any two of them. */
export interface PagedShop {
  products: Product[];
  /** The shop's own description. */
  currency: string;
  /** The pages that were asked for, by where they begin. */
  asked: string[];
  /** Comes before the page is given out; may throw or wait. */
  beforePage(after: string): Promise<void> | void;
  kind: PlatformKind<object>;
}

export function pagedShop(products: Product[], perPage: number): PagedShop {
  const shop: PagedShop = {
    products,
    currency: INSTANT_STORE.currency,
    asked: [],
    beforePage: () => undefined,
    kind: {
      credentials: z.object({}),
      connect: () => ({
        ...instantPlatform(),
        describeStore: async () => INSTANT_STORE,
        readDescription: async () => ({ ...INSTANT_STORE, currency: shop.currency }),
        listProducts: (after) => listPage(shop, perPage, after ?? '0'),
      }),
      toAddress: () => 'shop.example',
      webhookHeaders: { signature: '', topic: '' },
      readWebhook: () => 'bad_signature',
    },
  };
  return shop;
}

async function listPage(shop: PagedShop, perPage: number, after: string): Promise<CatalogPage> {
  shop.asked.push(after);
  await shop.beforePage(after);
  const end = Number(after) + perPage;
  const total = shop.products.length;
  return {
    products: shop.products.slice(Number(after), end),
    next: end < total ? String(end) : null,
    total,
  };
}

export function throttled(retryAfterSeconds: number): CommerceError {
  return new CommerceError('platform_unavailable', 'The store asks for fewer requests.', {
    retryAfterSeconds,
  });
}

export function forgottenPlace(): CommerceError {
  return new CommerceError('invalid_input', 'after is no place in this list.');
}
