import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { convert } from 'html-to-text';
import { readJudgments, readQueries } from '../../bench/search/formats.ts';
import { judgmentsByQuery, scoreRankings } from '../../bench/search/metrics.ts';
import { withTypo } from '../../bench/search/typos.ts';
import { seedProducts } from '../../simulated-shops/shop/catalog.ts';
import type { ShopProduct } from '../../simulated-shops/shop/types.ts';
import { search } from '../../src/search/search.ts';
import { readFile } from 'node:fs/promises';
import { document, indexOf } from './documents.ts';

/** Quality below which a change of the ranking is a loss; measured 0.99 and more. */
const FLOORS = { ndcg: 0.95, recall: 0.97, mrr: 0.95 };

const FOLDER = 'tests/fixtures/search';
const queries = readQueries(await readFile(`${FOLDER}/queries.jsonl`, 'utf8'));
const judgments = judgmentsByQuery(readJudgments(await readFile(`${FOLDER}/judgments.jsonl`, 'utf8')));
const products = seedProducts('USD').filter(({ published }) => published);
const index = indexOf('en', products.map(toDocument));

function toDocument(product: ShopProduct, key: number) {
  return document(key, product.title, {
    tags: product.tags,
    description: convert(product.descriptionHtml),
    options: [...product.optionNames, ...product.variants.flatMap(({ options }) => options)],
    brand: product.brand ?? '',
    categories: (product.categories ?? []).map((path) => path.join(' > ')),
    identifiers: product.variants.flatMap(({ sku, barcode = '' }) => [sku, barcode]),
  });
}

function score(change: (text: string, place: number) => string) {
  const rankings = queries.map(({ id, text }, place) => ({
    query: id,
    products: search(index, { text: change(text, place), first: 10 }).keys.map(
      (key) => products[key]?.handle ?? '',
    ),
  }));
  return scoreRankings(rankings, judgments);
}

describe('search of the demo catalog', () => {
  it('holds every product of the judgments', () => {
    const handles = new Set(products.map(({ handle }) => handle));
    assert.ok(queries.length >= 60);
    for (const [query, grades] of judgments)
      for (const product of grades.keys()) assert.ok(handles.has(product), `${query}: ${product}`);
  });

  it('answers queries in the manner of agents', (test) => {
    const { ndcg, recall, mrr, empty } = score((text) => text);
    test.diagnostic(`ndcg ${ndcg.toFixed(3)}, recall ${recall.toFixed(3)}, mrr ${mrr.toFixed(3)}`);
    assert.equal(empty, 0);
    assert.ok(ndcg >= FLOORS.ndcg && recall >= FLOORS.recall && mrr >= FLOORS.mrr);
  });

  it('answers them with a typo in each', (test) => {
    const { ndcg, recall, empty } = score(withTypo);
    test.diagnostic(`ndcg ${ndcg.toFixed(3)}, recall ${recall.toFixed(3)}`);
    assert.ok(empty <= 0.01, String(empty));
    assert.ok(ndcg >= 0.85 && recall >= 0.9);
  });
});
