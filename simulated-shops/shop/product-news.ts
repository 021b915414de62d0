import type { NewProduct, ShopProduct } from './types.ts';

export type ProductChange = 'created' | 'updated' | 'deleted';

type ProductListener = (product: ShopProduct, change: ProductChange) => void;

export interface ProductNews {
  announce: ProductListener;
  /** Called for every change, for the platform's webhooks. */
  onChange(listener: ProductListener): void;
  /** ISO instant of the last announced change; undefined for a product that was never changed. */
  modifiedAt(product: ShopProduct): string | undefined;
}

export function createProductNews(): ProductNews {
  const listeners: ProductListener[] = [];
  const modified = new WeakMap<ShopProduct, string>();
  return {
    announce: (product, change) => {
      modified.set(product, new Date().toISOString());
      for (const listener of listeners) listener(product, change);
    },
    onChange: (listener) => listeners.push(listener),
    modifiedAt: (product) => modified.get(product),
  };
}

const IDS_PER_PRODUCT = 100;

/** Creates a product without options under the next free id. */
export function newProduct(products: readonly ShopProduct[], news: NewProduct): ShopProduct {
  const { title, price, stock = null, ...details } = news;
  const id = products.reduce((max, product) => Math.max(max, product.id), 0) + IDS_PER_PRODUCT;
  const handle = `${title.toLowerCase().replace(/[^a-z0-9]+/g, '-')}-${id}`;
  return {
    id,
    title,
    handle,
    descriptionHtml: `<p>${title}</p>`,
    tags: [],
    images: [],
    published: true,
    optionNames: [],
    ...details,
    variants: [{ id, options: [], sku: handle.toUpperCase(), price, stock }],
  };
}
