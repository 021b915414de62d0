import { toDecimal, toMinorUnits } from '../../src/commerce/money/money.ts';
import { combinations, handleOf } from './catalog.ts';
import type { CatalogLine } from './catalog-file.ts';
import type { ShopProduct, ShopVariant } from './types.ts';

/** Variants of one product; as many as the service reads. */
const MAX_VARIANTS = 100;
const NUMBER = /^[1-9]\d{0,11}$/;

/** Returns the numbers that products get, in the order of their lines: the ids of the file where these are numbers. */
export function numbersOf(lines: readonly Pick<CatalogLine, 'id'>[]): number[] {
  const own = lines.map(({ id }) => (NUMBER.test(id) ? Number(id) : 0));
  let last = own.reduce((max, number) => Math.max(max, number), 0);
  return own.map((number) => {
    if (number > 0) return number;
    last += 1;
    return last;
  });
}

/** Products of a catalog file for one shop; variants are numbered behind all products. */
export function ownProducts(lines: readonly CatalogLine[], currency: string): ShopProduct[] {
  const numbers = numbersOf(lines);
  const handles = new Set<string>();
  let last = numbers.reduce((max, number) => Math.max(max, number), 0);
  return lines.map((line, index) => {
    const id = numbers[index] ?? 0;
    const plain = handleOf(line.title).slice(0, 150);
    const handle = plain === '' || handles.has(plain) ? `${plain || 'product'}-${id}` : plain;
    handles.add(handle);
    const combined = combinedOptions(Object.values(line.options).filter((values) => values.length > 0));
    const variants = combined.map((options, place) => {
      const number = options.length === 0 ? id : ++last;
      return toVariant(line, { number, place, options, currency });
    });
    return toProduct(line, { id, handle, variants });
  });
}

function toProduct(
  line: CatalogLine,
  { id, handle, variants }: Pick<ShopProduct, 'id' | 'handle' | 'variants'>,
): ShopProduct {
  const { title, description, brand, categories } = line;
  const paths = categories.map((path) => path.split('>').map((name) => name.trim()));
  const names = paths.map((path) => path.filter((name) => name !== '')).filter((path) => path.length > 0);
  return {
    id,
    title,
    handle,
    descriptionHtml: description,
    // Shopify has one category for a product: merchants tag it with the others.
    tags: names.slice(1).flatMap((path) => path.slice(-1)),
    images: [{ url: `/images/${handle}.svg`, alt: title }],
    published: true,
    ...(names.length > 0 ? { categories: names } : {}),
    ...(brand === '' ? {} : { brand }),
    optionNames: Object.keys(line.options).filter((name) => (line.options[name] ?? []).length > 0),
    variants,
  };
}

interface VariantPlace {
  number: number;
  place: number;
  options: string[];
  currency: string;
}

/** The file's identifiers are those of the first variant. */
function toVariant(line: CatalogLine, { number, place, options, currency }: VariantPlace): ShopVariant {
  const { sku, gtin, price, stock = null } = line;
  return {
    id: number,
    options,
    sku: place === 0 || sku === '' ? sku : `${sku}-${place + 1}`,
    price: toDecimal(toMinorUnits(price, currency), currency),
    stock: stock === null ? null : Math.max(0, stock),
    ...(gtin !== '' && place === 0 ? { barcode: gtin } : {}),
  };
}

/** All combinations, or, where these are too many, as few as hold every value. */
function combinedOptions(values: string[][]): string[][] {
  const count = values.reduce((product, each) => product * each.length, 1);
  if (count <= MAX_VARIANTS) return combinations(values);
  const maxLength = Math.min(MAX_VARIANTS, Math.max(...values.map(({ length }) => length)));
  return Array.from({ length: maxLength }, (_, index) =>
    values.map((each) => each[index % each.length] ?? ''),
  );
}
