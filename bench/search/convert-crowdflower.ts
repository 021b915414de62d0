/**
 * Converts a checkout of thomasjungblut/crowdflower (at 17379cc) into the files of a data set:
 * `node bench/search/convert-crowdflower.ts CHECKOUT FOLDER` writes catalog.jsonl, queries.jsonl and judgments.jsonl.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JudgmentLine, QueryLine } from './formats.ts';
import { writeDataSet } from './write-data-set.ts';

/** Each has a tenth of the rows. */
const FOLDS = Array.from({ length: 10 }, (_, index) => `ValidationFolds/${index + 1}-test.csv`);
/** A field with or without quotes, and what ends it. */
const FIELD = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/gy;

const [checkout, folder] = process.argv.slice(2);
if (!checkout || !folder)
  throw new Error('Give the checkout of thomasjungblut/crowdflower and the folder to write to.');
await convertCrowdFlower(checkout, folder);

async function convertCrowdFlower(from: string, to: string): Promise<void> {
  const products = new Map<string, { id: string; title: string; description: string }>();
  const queries = new Map<string, QueryLine>();
  const judgments = new Map<string, JudgmentLine>();
  for (const fold of FOLDS) {
    const [, ...rows] = rowsOf(await readFile(join(from, fold), 'utf8'));
    for (const [id = '', text = '', title = '', description = '', relevance = ''] of rows) {
      // Products have no ids: one title is one product.
      const product = entry(products, title.toLowerCase(), { id, title, description });
      const query = entry(queries, text, { id: `q${queries.size + 1}`, text });
      const grade = Number(relevance) - 1;
      entry(judgments, `${query.id} ${product.id}`, { query: query.id, product: product.id, grade });
    }
  }
  await writeDataSet(to, {
    catalog: [...products.values()],
    queries: [...queries.values()],
    judgments: [...judgments.values()],
  });
}

/** Returns the value of the key, which the first one keeps. */
function entry<Value>(map: Map<string, Value>, key: string, value: Value): Value {
  const known = map.get(key) ?? value;
  map.set(key, known);
  return known;
}

function rowsOf(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain = '', end] of text.trimEnd().matchAll(FIELD)) {
    row.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === ',') continue;
    rows.push(row);
    row = [];
    if (end === '') break;
  }
  return rows;
}
