import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toDocument } from '../../bench/search/catalog-document.ts';
import { readCatalog, readJudgments, readQueries } from '../../bench/search/formats.ts';
import { judgmentsByQuery, ndcg, recall, reciprocalRank, scoreRankings } from '../../bench/search/metrics.ts';
import { withTypo } from '../../bench/search/typos.ts';

describe('search scorer', () => {
  const grades = new Map([
    ['a', 3],
    ['b', 1],
    ['c', 0],
  ]);

  it('computes NDCG@10 with a gain of 2^grade - 1 against the best possible order', () => {
    assert.equal(ndcg(['a', 'b'], grades), 1);
    assert.equal(ndcg(['c', 'x'], grades), 0);
    const ideal = 7 + 1 / Math.log2(3);
    assert.equal(ndcg(['b', 'a'], grades), (1 + 7 / Math.log2(3)) / ideal);
    assert.equal(ndcg([...'0123456789', 'a'], grades), 0);
  });

  it('computes recall@10 and MRR@10 over grades above 0', () => {
    assert.equal(recall(['c', 'b', 'x'], grades), 0.5);
    assert.equal(reciprocalRank(['c', 'b', 'a'], grades), 0.5);
    assert.equal(reciprocalRank(['c'], grades), 0);
  });

  it('leaves queries without a right answer out of the means, but not out of the rate of empty answers', () => {
    const judgments = judgmentsByQuery([
      { query: 'q1', product: 'a', grade: 2 },
      { query: 'q2', product: 'a', grade: 0 },
    ]);
    const score = scoreRankings(
      [
        { query: 'q1', products: ['a'] },
        { query: 'q2', products: [] },
      ],
      judgments,
    );
    assert.deepEqual(score, {
      queries: 2,
      withGrades: 1,
      ndcg: 1,
      recall: 1,
      mrr: 1,
      precision: 1,
      empty: 0.5,
    });
  });
});

describe('search data set formats', () => {
  it('reads a product of which only the id and the title are given', () => {
    const [line] = readCatalog('{"id":"1","title":"Mug"}\n\n');
    assert.ok(line);
    assert.deepEqual(line.categories, []);
    assert.deepEqual(toDocument(line, 7).key, 7);
  });

  it('reads a product into what is indexed of it', () => {
    const text =
      '{"id":"1","title":"Mug","description":"<p>Blue &amp; red</p>","sku":"M-1","gtin":"","price":"12.50","stock":0,"options":{"Color":["Red"]}}';
    const document = readCatalog(text).map(toDocument)[0];
    assert.equal(document?.description, 'Blue & red');
    assert.deepEqual(document?.identifiers, ['M-1']);
    assert.deepEqual(document?.options, ['Color', 'Red']);
    assert.partialDeepStrictEqual(document, { minPrice: 1_250, available: false });
  });

  it('names the line and the member that is wrong', () => {
    assert.throws(() => readQueries('{"id":"q1","text":"mug"}\n{"id":"q2"}'), /Line 2: text/);
    assert.throws(() => readJudgments('{"query":"q1","product":"a","grade":4}'), /Line 1: grade/);
    assert.throws(() => readJudgments('nonsense'), /Line 1: is not JSON/);
  });
});

describe('typo generator', () => {
  it('makes one typo, the same one for the same seed, behind the first letter of a word of four letters or more', () => {
    for (let seed = 0; seed < 200; seed++) {
      const [first = '', second = ''] = withTypo('usb keyboard', seed).split(' ');
      assert.equal(first, 'usb');
      assert.ok(second.startsWith('k') && Math.abs(second.length - 'keyboard'.length) <= 1, second);
      assert.equal(withTypo('usb keyboard', seed), `${first} ${second}`);
    }
  });

  it('leaves a text of short words and numbers alone', () =>
    assert.equal(withTypo('aa 4tb usb 12345', 1), 'aa 4tb usb 12345'));
});
