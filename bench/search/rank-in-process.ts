/**
 * Scores the ranking alone, without a shop, a database or HTTP:
 * `node bench/search/rank-in-process.ts --catalog FILE --queries FILE --judgments FILE [--typos] [--sentences] [--locale de]`.
 * `--sentences` puts every query into a sentence, as a language model asks.
 */
import { setImmediate } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { foldText } from '../../search/index.ts';
import {
  applyChanges,
  createSearchIndex,
  indexBytes,
  type SearchIndex,
} from '../../search/indexing/search-index.ts';
import { detectLanguage, getLanguage } from '../../search/language/language.ts';
import { search } from '../../search/search.ts';
import { quantile } from '../compare.ts';
import { asSentence } from './as-sentence.ts';
import { toDocument } from './catalog-document.ts';
import { DATA_SET_OPTIONS, readDataSet } from './formats.ts';
import { judgmentsByQuery, scoreRankings } from './metrics.ts';
import { TYPO_SEED, withTypo } from './typos.ts';

const { values } = parseArgs({
  options: {
    ...DATA_SET_OPTIONS,
    locale: { type: 'string' },
    sentences: { type: 'boolean', default: false },
  },
});
const data = await readDataSet(values);
const texts = data.catalog.slice(0, 500).flatMap(({ title, description }) => [title, description]);
const locale = values.locale ?? detectLanguage(texts.flatMap((text) => foldText(text).split(/\P{L}+/u)));
const index = createSearchIndex(getLanguage(locale));
const documents = data.catalog.map(toDocument);
const began = process.cpuUsage();
await applyChanges(index, { documents, removed: [] }, setImmediate);
const { user } = process.cpuUsage(began);

const durations: number[] = [];
const rankings = data.queries.map(({ id, text }, place) => ({
  query: id,
  products: ranked(index, asAsked(text, place)),
}));
console.log(
  JSON.stringify({
    ...scoreRankings(rankings, judgmentsByQuery(data.judgments)),
    locale,
    p50Ms: quantile(durations, 0.5),
    p95Ms: quantile(durations, 0.95),
    buildCpuMs: Math.round(user / 1000),
    indexBytes: indexBytes(index),
  }),
);

function asAsked(text: string, place: number): string {
  const typed = values.typos ? withTypo(text, TYPO_SEED + place) : text;
  return values.sentences ? asSentence(typed, place) : typed;
}

function ranked(from: SearchIndex, text: string): string[] {
  const start = performance.now();
  const { keys } = search(from, { text, first: 10 });
  durations.push(performance.now() - start);
  return keys.map((key) => data.catalog[key]?.id ?? '');
}
