import { priceIn } from './currencies.ts';
import type { Good } from './goods.ts';
import { goodsForHome } from './goods-for-home.ts';
import { goodsToWear } from './goods-to-wear.ts';
import type { ShopProduct, ShopVariant } from './types.ts';

const FIRST_ID = 1000;
/** Room for the ids of a product's variants, which share one number space with products as WordPress's posts do. */
const IDS_PER_PRODUCT = 100;

/** Fresh goods for a shop in this currency. A product without options has one variant with the product's own id. */
export function seedProducts(currency: string): ShopProduct[] {
  return [...goodsToWear, ...goodsForHome].map((good, index) =>
    toProduct(good, FIRST_ID + index * IDS_PER_PRODUCT, currency),
  );
}

function toProduct(good: Good, id: number, currency: string): ShopProduct {
  const handle = handleOf(good.title);
  return {
    id,
    title: good.title,
    handle,
    descriptionHtml: good.html,
    tags: [...good.tags],
    images: [{ url: `/images/${handle}.svg`, alt: good.title }],
    published: good.draft !== true,
    optionNames: Object.keys(good.options ?? {}),
    variants: combinations(Object.values(good.options ?? {})).map((options, index) =>
      toVariant(good, { id: options.length === 0 ? id : id + index + 1, options, handle, currency }),
    ),
  };
}

function toVariant(
  good: Good,
  at: { id: number; options: string[]; handle: string; currency: string },
): ShopVariant {
  const extra = at.options.reduce((sum, option) => sum + (good.dearer?.[option] ?? 0), 0);
  return {
    id: at.id,
    options: at.options,
    sku: [at.handle, ...at.options].join('-').replaceAll(' ', '').toUpperCase(),
    price: priceIn(at.currency, good.cents + extra),
    stock: good.stockOf?.[at.options.join(' / ')] ?? good.stock ?? null,
  };
}

function combinations(values: string[][]): string[][] {
  return values.reduce<string[][]>(
    (rows, next) => rows.flatMap((row) => next.map((value) => [...row, value])),
    [[]],
  );
}

/** `Café Mug` is `cafe-mug`: plain ASCII words joined by hyphens. */
function handleOf(title: string): string {
  const plain = title.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '');
}
