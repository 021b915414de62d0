import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { explainSearch } from '../../search/explain.ts';
import type { SearchDocument } from '../../search/indexing/search-document.ts';
import {
  createSearchIndex,
  putDocuments,
  removeDocuments,
  type SearchIndex,
} from '../../search/indexing/search-index.ts';
import { getLanguage } from '../../search/language/language.ts';
import { computeBand } from '../../search/ranking/ranking.ts';
import { type SearchQuery, search } from '../../search/search.ts';
import { toSearchCurrency } from '../../src/commerce/money/money.ts';
import { seeded } from '../../testing/seeded.ts';
import { document } from './documents.ts';

const TIERS = ['some_words', 'all_words', 'phrase', 'identifier'] as const;
const { next, whole } = seeded(14);

/** Words of which few are frequent, some of them put together of others. */
const WORDS = 'red blue cup mug lamp note book desk chair table notebook redcup paper cable'
  .split(' ')
  .concat(Array.from({ length: 600 }, (_, index) => `ba${'kelmo'[index % 5]}i${(index * 7).toString(26)}x`));
const text = (count: number) =>
  Array.from({ length: count }, () => WORDS[Math.floor(WORDS.length ** next()) - 1]).join(' ');

function catalogOf(count: number): Map<number, SearchDocument> {
  const documents = Array.from({ length: count }, (_, index) =>
    document(index + 1, text(whole(1, 5)), {
      description: text(whole(0, 25)),
      available: next() < 0.7,
      minPrice: whole(1, 3),
      identifiers: next() < 0.01 ? ['SKU77'] : [],
    }),
  );
  return new Map(documents.map((each) => [each.key, each]));
}

/** Ranks by the explanation of every document: the first look at all of them, the second at the titles of the best. */
function rankedByExplanation(
  index: SearchIndex,
  catalog: ReadonlyMap<number, SearchDocument>,
  { text: query, first, seen, filter }: SearchQuery,
): number[] {
  const keys = [...catalog.keys()].filter((key) => !seen?.has(key));
  const { words, products } = explainSearch(index, { text: query, currency: toSearchCurrency('USD') }, keys);
  const shares = new Map(words.map((word) => [word.text, word.share]));
  const answers = keys.flatMap((key) => {
    const ranked = products.get(key);
    const available = catalog.get(key)?.available === true;
    if (!ranked || (filter?.available !== undefined && available !== filter.available)) return [];
    const { tier, matches, coverage, titleFit } = ranked;
    const covered = matches.reduce((sum, { word }) => sum + (shares.get(word) ?? 0), 0);
    if (tier !== 'identifier' && covered < 0.1) return [];
    const hasAll = matches.length === words.filter(({ share }) => share > 0).length;
    const relevance = matches.reduce((sum, { score }) => sum + score, 0) * coverage;
    return [{ key, available, tier: 2 * TIERS.indexOf(tier) + Number(hasAll), relevance, titleFit }];
  });
  type Answer = (typeof answers)[number];
  const before = (one: Answer, other: Answer) =>
    other.tier - one.tier ||
    computeBand(other.relevance) - computeBand(one.relevance) ||
    Number(other.available) - Number(one.available) ||
    other.relevance - one.relevance ||
    one.key - other.key;
  const best = answers.sort(before).slice(0, first + 101);
  const fitted = best.map((each) => ({ ...each, relevance: each.relevance * each.titleFit }));
  return fitted
    .sort(before)
    .slice(0, first)
    .map(({ key }) => key);
}

describe('search without a look at every document', () => {
  const catalog = catalogOf(1_400);
  const index = createSearchIndex(getLanguage('en'));
  const documents = [...catalog.values()];
  for (const [from, to] of [
    [0, 900],
    [900, 1_300],
    [1_300, 1_400],
  ])
    putDocuments(index, documents.slice(from, to));
  const removed = [...catalog.keys()].filter((key) => key % 11 === 0);
  removeDocuments(index, new Set(removed));
  for (const key of removed) catalog.delete(key);

  it('returns the products and the order that scoring every document gives', () => {
    assert.equal(index.segments.length, 3);
    const special = ['"note book" red', 'SKU77 lamp', 'notebook cable'];
    for (let round = 0; round < 60; round++) {
      const query = {
        text: special[round % 9] ?? text(whole(1, 6)),
        first: whole(1, 6) ** 3,
        seen: new Set(round % 3 === 0 ? [...catalog.keys()].filter((key) => key % 4 === 0) : []),
        filter: round % 5 === 0 ? { available: true } : {},
      };
      const { keys } = search(index, query);
      assert.deepEqual(keys, rankedByExplanation(index, catalog, query), query.text);
    }
  });
});
