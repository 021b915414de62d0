/**
 * Converts a checkout of querqy/chorus (at 96edf8b) into the files of a data set:
 * `node bench/search/convert-chorus.ts CHECKOUT FOLDER` writes catalog.jsonl, queries.jsonl and judgments.jsonl.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { z } from 'zod';
import type { CatalogLine } from '../../simulated-shops/shop/catalog-file.ts';
import type { JudgmentLine, QueryLine } from './formats.ts';
import { writeDataSet } from './write-data-set.ts';

const ARCHIVES = [1, 2, 3, 4].map((number) => `data-encoder/ecommerce/vectors/data/${number}.json.zip`);
const RATINGS = 'katas/Broad_Query_Set_rated.csv';

const chorusProduct = z
  .object({
    id: z.string(),
    title: z.string(),
    name: z.string().optional(),
    supplier: z.string().optional(),
    ean: z.array(z.string()).default([]),
    short_description: z.string().default(''),
    price: z.number().optional(),
  })
  .catchall(z.unknown());
type ChorusProduct = z.infer<typeof chorusProduct>;

const [checkout, folder] = process.argv.slice(2);
if (!checkout || !folder) throw new Error('Give the checkout of querqy/chorus and the folder to write to.');
await convertChorus(checkout, folder);

async function convertChorus(from: string, to: string): Promise<void> {
  const catalog: CatalogLineInput[] = [];
  for (const archive of ARCHIVES) {
    const files = Object.values(unzipSync(await readFile(join(from, archive))));
    for (const file of files)
      catalog.push(
        ...z
          .array(chorusProduct)
          .parse(JSON.parse(strFromU8(file)))
          .map(toCatalogLine),
      );
  }
  const ratings = readRatings(await readFile(join(from, RATINGS), 'utf8'));
  const texts = [...new Set(ratings.map(({ text }) => text))];
  const ids = new Map(texts.map((text, index) => [text, `q${index + 1}`]));
  const queries: QueryLine[] = texts.map((text) => ({ id: ids.get(text) ?? '', text }));
  const judgments: JudgmentLine[] = ratings.map(({ text, product, grade }) => ({
    query: ids.get(text) ?? '',
    product,
    grade,
  }));
  await writeDataSet(to, { catalog, queries, judgments });
}

type CatalogLineInput = Omit<CatalogLine, 'categories' | 'options' | 'stock'>;

/** Attributes go to the end of the description, as shops show them. */
function toCatalogLine(product: ChorusProduct): CatalogLineInput {
  const attributes = Object.entries(product).flatMap(([name, value]) =>
    name.startsWith('attr_t_') ? [`${name.slice('attr_t_'.length).replaceAll('_', ' ')}: ${value}`] : [],
  );
  return {
    id: product.id,
    title: product.title,
    description: [product.short_description, ...attributes.map((each) => `<p>${escaped(each)}</p>`)].join(
      '\n',
    ),
    brand: product.supplier ?? '',
    sku: product.name ?? '',
    gtin: product.ean[0] ?? '',
    price: ((product.price ?? 0) / 100).toFixed(2),
    currency: 'USD',
  };
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

/** Lines of `query,product,grade` under a heading; a query with a comma is quoted. */
function readRatings(text: string): { text: string; product: string; grade: number }[] {
  return text
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => {
      const [, query = '', product = '', grade = ''] = /^"?(.*?)"?,(\d+),(\d+)$/.exec(line) ?? [];
      if (!query) throw new Error(`Not a rating: ${line}`);
      return { text: query, product, grade: Number(grade) };
    });
}
