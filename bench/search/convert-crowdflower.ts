/**
 * Converts a checkout of thomasjungblut/crowdflower (at 17379cc) into the files of a data set:
 * `node bench/search/convert-crowdflower.ts CHECKOUT FOLDER` writes catalog.jsonl, queries.jsonl and judgments.jsonl.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readRows } from './csv-rows.ts';
import type { JudgmentLine, QueryLine } from './formats.ts';
import { writeDataSet } from './write-data-set.ts';

/** Each has a tenth of the rows. */
const FOLDS = Array.from({ length: 10 }, (_, index) => `ValidationFolds/${index + 1}-test.csv`);

const [checkout, folder] = process.argv.slice(2);
if (!checkout || !folder)
  throw new Error('Give the checkout of thomasjungblut/crowdflower and the folder to write to.');
await convertCrowdFlower(checkout, folder);

interface Product {
  id: string;
  title: string;
  description: string;
}

/** Products have no ids: one title is one product, with the longest of its texts and the best of its grades. */
async function convertCrowdFlower(from: string, to: string): Promise<void> {
  const products = new Map<string, Product>();
  const queries = new Map<string, QueryLine>();
  const judgments = new Map<string, JudgmentLine>();
  for (const [id = '', text = '', title = '', description = '', relevance = ''] of await readFolds(from)) {
    const product = entry(products, title.toLowerCase(), { id, title, description });
    if (description.length > product.description.length) product.description = description;
    const query = entry(queries, text, { id: `q${queries.size + 1}`, text });
    const grade = Number(relevance) - 1;
    const line = { query: query.id, product: product.id, grade };
    const judgment = entry(judgments, `${query.id} ${product.id}`, line);
    judgment.grade = Math.max(judgment.grade, grade);
  }
  await writeDataSet(to, {
    catalog: [...products.values()],
    queries: [...queries.values()],
    judgments: [...judgments.values()],
  });
}

/** Returns the value of the key, which the first one keeps. */
function entry<Value>(map: Map<string, Value>, key: string, value: Value): Value {
  const first = map.get(key) ?? value;
  map.set(key, first);
  return first;
}

/** Reads the rows of all folds in the sequence of their ids. */
async function readFolds(from: string): Promise<string[][]> {
  const rows: string[][] = [];
  for (const fold of FOLDS) rows.push(...readRows(await readFile(join(from, fold), 'utf8')).slice(1));
  return rows.sort(([one], [other]) => Number(one) - Number(other));
}
