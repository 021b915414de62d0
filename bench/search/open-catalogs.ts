/** Reads three public catalogs from checkouts of the repositories that publish them. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { convert } from 'html-to-text';
import type { SearchDocument } from '../../search/indexing/search-document.ts';
import { readRecords } from './csv-rows.ts';

/** Words and numbers of a product that a judgment's rule may ask for. */
export type Facts = Record<string, string | number | undefined>;

/** Product of a public catalog as a shop would sell it. */
interface OpenProduct {
  id: string;
  title: string;
  categories: string[];
  price: number;
  description: string;
  /** Attributes that a shop shows beside the description. */
  attributes: Record<string, string[]>;
  options: Record<string, string[]>;
  facts: Facts;
}

export interface OpenCatalog {
  currency: string;
  products: OpenProduct[];
}

export const CATALOGS = { furniture: readFurniture, clothing: readClothing, groceries: readGroceries };

/** Returns what the service would index of a product. */
export function toDocument(product: OpenProduct, key: number): SearchDocument {
  const price = Math.round(product.price * 100);
  return {
    key,
    title: product.title,
    options: Object.entries(product.options).flatMap(([name, values]) => [name, ...values]),
    brand: '',
    categories: product.categories,
    tags: Object.entries(product.attributes).flatMap(([name, values]) => [name, ...values]),
    description: convert(product.description, { wordwrap: false }),
    identifiers: [product.id],
    available: true,
    minPrice: price,
    maxPrice: price,
  };
}

/** Furniture of philipkrueck/ikea_analysis (at 12d7d91), four riyals taken for a euro. */
async function readFurniture(checkout: string): Promise<OpenCatalog> {
  const rows = readRecords(await readFile(join(checkout, 'ikea.csv'), 'utf8'), ';');
  const products = new Map<string, OpenProduct>();
  for (const row of rows) {
    const { item_id: id = '', name = '', category = '' } = row;
    const existing = products.get(id);
    if (existing) existing.categories.push(category);
    else products.set(id, toFurniture(row, id, name, category));
  }
  for (const product of products.values()) product.facts.category = product.categories.join(' | ');
  return { currency: 'EUR', products: [...products.values()] };
}

function toFurniture(row: Record<string, string>, id: string, name: string, category: string): OpenProduct {
  const words = (row.short_description ?? '').replace(/\s+/g, ' ').trim();
  const kind = words.replace(/,? *[\dx/-]+ cm$/, '');
  const color = colorIn(row.link ?? '', name, kind);
  const [width, depth, height] = [row.width, row.depth, row.height].map((text) => Number(text) || undefined);
  const measures = Object.entries({ Width: width, Depth: depth, Height: height })
    .flatMap(([measure, value]) => (value ? [`${measure}: ${value} cm`] : []))
    .join('. ');
  const price = Number(row.price?.replace(',', '.')) / 4;
  return {
    id,
    title: `${name} ${words}`,
    categories: [category],
    price,
    description: [measures, row.designer ? `Designer: ${row.designer}` : ''].filter(Boolean).join('. '),
    attributes: color === '' ? {} : { Colour: [color] },
    options: {},
    facts: { title: `${name} ${words}`, kind, color, width, depth, height, price },
  };
}

/** Returns the color that the end of the product's address names. */
function colorIn(link: string, name: string, kind: string): string {
  const slug = link.split('/p/')[1]?.replace(/-s?\d+\/?$/, '') ?? '';
  const existing = new Set(
    `${name} ${kind}`
      .normalize('NFD')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, ' ')
      .split(' '),
  );
  return slug
    .split('-')
    .filter((word) => word !== '' && !existing.has(word) && !/\d/.test(word))
    .join(' ');
}

const GEAR = ['bags', 'watches', 'fitness_equipment', 'fitness_equipment_ball', 'fitness_equipment_strap'];
const FIXTURES = 'app/code/Magento';

/** Sports wear and gear of magento/magento2-sample-data (at 5380756). */
async function readClothing(checkout: string): Promise<OpenCatalog> {
  const read = async (name: string) => readRecords(await readFile(join(checkout, FIXTURES, name), 'utf8'));
  const products = new Map<string, OpenProduct>();
  for (const row of await read('ConfigurableSampleData/fixtures/products.csv')) {
    if (row.product_type !== 'configurable') continue;
    const product = toClothing(row);
    const existing = products.get(product.id);
    if (existing) existing.categories.push(...product.categories);
    else products.set(product.id, product);
  }
  for (const name of GEAR)
    for (const row of await read(`CatalogSampleData/fixtures/SimpleProduct/products_gear_${name}.csv`)) {
      const product = toGear(row);
      products.set(product.id, product);
    }
  for (const product of products.values()) product.facts.category = product.categories.join(' | ');
  return { currency: 'USD', products: [...products.values()] };
}

const SHOWN = { material: 'Material', pattern: 'Pattern', climate: 'Climate', style: 'Style' };

function toClothing(row: Record<string, string>): OpenProduct {
  const attributes = new Map(
    (row.additional_attributes ?? '').split(',').map((pair): [string, string[]] => {
      const [name = '', values = ''] = pair.split('=');
      return [name, values.split('|').map(decoded)];
    }),
  );
  attributes.set('style', attributes.get('style_general') ?? attributes.get('style_bottom') ?? []);
  const variations = row.configurable_variations ?? '';
  const colors = [...new Set([...variations.matchAll(/color=(\w+)/g)].map(([, color = '']) => color))];
  const sizes = [...new Set([...variations.matchAll(/size=(\w+)/g)].map(([, size = '']) => size))];
  return toProduct(row, {
    categories: categoriesOf((row.categories ?? '').split(',')),
    attributes: Object.fromEntries(
      Object.entries(SHOWN).flatMap(([name, label]) => {
        const values = attributes.get(name) ?? [];
        return values.length > 0 ? [[label, values]] : [];
      }),
    ),
    options: { Color: colors, Size: sizes },
  });
}

const GEAR_SHOWN = {
  material: 'Material',
  features_bags: 'Features',
  strap_bags: 'Strap',
  style_bags: 'Style',
  activity: 'Activity',
  gender: 'Gender',
};

function toGear(row: Record<string, string>): OpenProduct {
  const lines = (name: string) => (row[name] ?? '').split('\n').filter((line) => line !== '');
  return toProduct(row, {
    categories: [lines('category').slice(0, 2).join(' > ')],
    attributes: Object.fromEntries(
      Object.entries(GEAR_SHOWN).flatMap(([name, label]) =>
        lines(name).length > 0 ? [[label, lines(name)]] : [],
      ),
    ),
    options: {},
  });
}

function toProduct(
  row: Record<string, string>,
  parts: Pick<OpenProduct, 'categories' | 'attributes' | 'options'>,
): OpenProduct {
  const title = decoded(row.name ?? '').trim();
  const price = Number(row.price);
  const words = Object.entries(parts.attributes).map(([name, values]) => [
    name.toLowerCase(),
    values.join(' | '),
  ]);
  return {
    id: row.sku ?? '',
    title,
    price,
    description: row.description ?? '',
    ...parts,
    facts: { title, price, text: convert(row.description ?? ''), ...Object.fromEntries(words) },
  };
}

/** Omits the shop's own collections and the root of its categories. */
function categoriesOf(paths: string[]): string[] {
  return paths
    .filter((path) => !/Default Category$|Promotions|Collections/.test(path))
    .map((path) => path.replace('Default Category/', '').replaceAll('/', ' > '));
}

const decoded = (text: string) =>
  text
    .replace(/&trade;|&reg;/g, '')
    .replace('&frac14;', '1/4')
    .replaceAll('&amp;', '&');

/** Groceries of AnshGupta-IITB/Zepto-Data-Analysis (at cb7f03f), a rupee taken for a cent. */
async function readGroceries(checkout: string): Promise<OpenCatalog> {
  const rows = readRecords(await readFile(join(checkout, 'zepto_v2.csv'), 'latin1'));
  const products = new Map<string, OpenProduct>();
  for (const row of rows) {
    const weight = Number(row.weightInGms);
    const name = (row.name ?? '').replace(/\s+/g, ' ').trim();
    const title = weight > 0 ? `${name} ${sizeOf(weight)}` : name;
    const existing = products.get(title);
    const category = row.Category ?? '';
    if (existing) {
      if (!existing.categories.includes(category)) existing.categories.push(category);
      continue;
    }
    const price = Number(row.discountedSellingPrice) / 10_000;
    products.set(title, {
      id: `g${products.size + 1}`,
      title,
      categories: [category],
      price,
      description: '',
      attributes: {},
      options: {},
      facts: { title: name, weight, price },
    });
  }
  for (const product of products.values()) product.facts.category = product.categories.join(' | ');
  return { currency: 'EUR', products: [...products.values()] };
}

function sizeOf(grams: number): string {
  return grams < 1000 ? `${grams} g` : `${grams / 1000} kg`;
}
