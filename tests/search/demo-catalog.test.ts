import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { demoCatalog } from '../../bench/search/demo-documents.ts';
import { readJudgments, readQueries } from '../../bench/search/formats.ts';
import { judgmentsByQuery, scoreRankings } from '../../bench/search/metrics.ts';
import { scoreSentences } from '../../bench/search/score-sentences.ts';
import { withTypo } from '../../bench/search/typos.ts';
import { search } from '../../search/search.ts';
import { indexOf } from './documents.ts';

/** Quality below which a change of the ranking is a loss; measured 0.99 and more. */
const FLOORS = { ndcg: 0.95, recall: 0.97, mrr: 0.95 };

const FOLDER = 'tests/fixtures/search';
const queries = readQueries(await readFile(`${FOLDER}/queries.jsonl`, 'utf8'));
const judgments = judgmentsByQuery(readJudgments(await readFile(`${FOLDER}/judgments.jsonl`, 'utf8')));
const { products, documents } = demoCatalog();
const index = indexOf('en', documents);

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

/** Quality of each half below which a change of the ranking is a loss; measured 0.88 and more, and a precision of 0.64. */
const SENTENCE_FLOORS = { ndcg: 0.86, precision: 0.6, recall: 0.84 };

const sentenceScores = await scoreSentences();

describe('sentences in the manner of language models', () => {
  for (const { half, service, plainBm25 } of sentenceScores)
    it(`answers sentences of language models better than plain BM25, in short lists (${half})`, (test) => {
      const { ndcg, precision, recall, mrr, queries: count } = service;
      test.diagnostic(
        `ndcg ${ndcg.toFixed(3)}, precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}, mrr ${mrr.toFixed(3)}`,
      );
      assert.equal(count, 83);
      assert.ok(ndcg >= SENTENCE_FLOORS.ndcg && ndcg > plainBm25.ndcg);
      assert.ok(precision >= SENTENCE_FLOORS.precision && precision >= 1.5 * plainBm25.precision);
      assert.ok(recall >= SENTENCE_FLOORS.recall && recall >= plainBm25.recall);
    });
});
