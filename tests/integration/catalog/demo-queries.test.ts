import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, it } from 'node:test';
import { readJudgments, readQueries } from '../../../bench/search/formats.ts';
import { judgmentsByQuery, type Score, scoreRankings } from '../../../bench/search/metrics.ts';
import { TYPO_SEED, withTypo } from '../../../bench/search/typos.ts';
import { eventually } from '../../../testing/eventually.ts';
import { everywhere } from '../../../testing/everywhere.ts';

/** Quality below which a change of search is a loss. */
const FLOORS = { ndcg: 0.95, recall: 0.97, mrr: 0.95 };
const FLOORS_WITH_TYPO = { ndcg: 0.93, recall: 0.95, mrr: 0.93 };

const FOLDER = 'tests/fixtures/search';
const queries = readQueries(await readFile(`${FOLDER}/queries.jsonl`, 'utf8'));
const judgments = judgmentsByQuery(readJudgments(await readFile(`${FOLDER}/judgments.jsonl`, 'utf8')));

everywhere('queries of agents over the demo catalog', (at) => {
  before(async () => {
    await at.running.settle();
    // A search that finds the index cold asks the shop: the next one is ranked.
    const isFound = async () => (await at.agent.search('9506000034003')).products.length > 0;
    await eventually(isFound, 'the copy is searched');
  });

  async function score(change: (text: string, place: number) => string): Promise<Score> {
    const rankings: { query: string; products: string[] }[] = [];
    for (const [place, { id, text }] of queries.entries()) {
      const { products } = await at.agent.search(change(text, place), 10);
      rankings.push({ query: id, products: products.map(({ handle }) => handle) });
    }
    return scoreRankings(rankings, judgments);
  }

  function assertFloors({ ndcg, recall, mrr }: Score, floors: typeof FLOORS): string {
    const text = `ndcg ${ndcg.toFixed(3)}, recall ${recall.toFixed(3)}, mrr ${mrr.toFixed(3)}`;
    assert.ok(ndcg >= floors.ndcg && recall >= floors.recall && mrr >= floors.mrr, text);
    return text;
  }

  it('answers queries over the demo catalog with the products that were meant', async (test) => {
    const scored = await score((text) => text);
    test.diagnostic(assertFloors(scored, FLOORS));
    assert.equal(scored.empty, 0);
  });

  it('answers queries over the demo catalog that hold a typo each', async (test) => {
    const scored = await score((text, place) => withTypo(text, TYPO_SEED + place));
    test.diagnostic(assertFloors(scored, FLOORS_WITH_TYPO));
    assert.ok(scored.empty <= 0.03, String(scored.empty));
  });
});
