import { readFile } from 'node:fs/promises';
import { createSearchIndex, putDocuments } from '../../search/indexing/search-index.ts';
import { getLanguage } from '../../search/language/language.ts';
import { priceBoundsIn } from '../../search/query/price-bounds.ts';
import { search } from '../../search/search.ts';
import { demoCatalog } from './demo-documents.ts';
import { readJudgments, readSentences, type SentenceLine } from './formats.ts';
import { judgmentsByQuery, type Score, scoreRankings } from './metrics.ts';
import { plainBm25 } from './plain-bm25.ts';

const FOLDER = new URL('../../tests/fixtures/search/', import.meta.url);
const CURRENCY = { code: 'USD', digits: 2 };
const DEPTH = 10;

/** Scores of one half of the sentences. */
export interface SentenceScores {
  half: SentenceLine['half'];
  service: Score;
  plainBm25: Score;
}

/** Scores the sentences over the demo stores' catalog, without a shop, a database or HTTP. */
export async function scoreSentences(): Promise<SentenceScores[]> {
  const read = (name: string) => readFile(new URL(name, FOLDER), 'utf8');
  const sentences = readSentences(await read('sentences.jsonl'));
  const judgments = judgmentsByQuery(readJudgments(await read('sentence-judgments.jsonl')));
  const { products, documents } = demoCatalog();
  const index = createSearchIndex(getLanguage('en'));
  putDocuments(index, documents);
  const ranked = (text: string) =>
    search(index, { text, first: DEPTH, filter: priceBoundsIn(text, CURRENCY).filter }).keys;
  const plain = plainBm25(documents, index.vocabulary.language);
  return (['tuned', 'held_back'] as const).map((half) => {
    const queries = sentences.filter((each) => each.half === half);
    const scoreOf = (find: (text: string) => readonly number[]) =>
      scoreRankings(
        queries.map(({ id, text }) => ({
          query: id,
          products: find(text).map((key) => products[key]?.handle ?? ''),
        })),
        judgments,
      );
    return { half, service: scoreOf(ranked), plainBm25: scoreOf((text) => plain(text, DEPTH)) };
  });
}
