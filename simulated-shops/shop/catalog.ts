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
  const { category, brand, rating, attributes } = good;
  return {
    id,
    title: good.title,
    handle,
    descriptionHtml: good.html,
    tags: [...good.tags],
    images: [{ url: `/images/${handle}.svg`, alt: good.title }],
    published: good.draft !== true,
    ...(category === undefined ? {} : { categories: [category.split(' > ')] }),
    ...(brand === undefined ? {} : { brand }),
    ...(rating ? { rating: { average: rating[0], count: rating[1] } } : {}),
    ...(attributes ? { attributes } : {}),
    optionNames: Object.keys(good.options ?? {}),
    variants: combinations(Object.values(good.options ?? {})).map((options, index) =>
      toVariant(good, { id: options.length === 0 ? id : id + index + 1, options, handle, currency }),
    ),
  };
}

interface Place {
  id: number;
  options: string[];
  handle: string;
  currency: string;
}

function toVariant(good: Good, at: Place): ShopVariant {
  const extra = at.options.reduce((sum, option) => sum + (good.dearer?.[option] ?? 0), 0);
  return {
    id: at.id,
    options: at.options,
    sku: [at.handle, ...at.options].join('-').replaceAll(' ', '').toUpperCase(),
    price: priceIn(at.currency, good.cents + extra),
    stock: good.stockOf?.[at.options.join(' / ')] ?? good.stock ?? null,
    ...(good.withoutBarcode ? {} : { barcode: ean13(at.id) }),
    ...(good.was === undefined ? {} : { listPrice: priceIn(at.currency, good.was + extra) }),
    ...measureOf(good, at),
    ...pictureOf(good, at),
  };
}

function measureOf({ measures, reference }: Good, { options }: Place): Pick<ShopVariant, 'measure'> {
  const content = measures?.[options[0] ?? ''];
  return content && reference ? { measure: { content, reference } } : {};
}

function pictureOf(good: Good, { options, handle }: Place): Pick<ShopVariant, 'image'> {
  const value = options[Object.keys(good.options ?? {}).indexOf('Color')];
  if (value === undefined) return {};
  return { image: { url: `/images/${handle}.svg?of=${value}`, alt: `${good.title}, ${value}` } };
}

/** A number of the range that GS1 keeps for examples. */
function ean13(id: number): string {
  const digits = `9506000${String(id % 100_000).padStart(5, '0')}`;
  const sum = [...digits].reduce(
    (total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3),
    0,
  );
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

export function combinations(values: string[][]): string[][] {
  return values.reduce<string[][]>(
    (rows, next) => rows.flatMap((row) => next.map((value) => [...row, value])),
    [[]],
  );
}

/** `Café Mug` is `cafe-mug`: plain ASCII words joined by hyphens. */
export function handleOf(title: string): string {
  const plain = title.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '');
}
