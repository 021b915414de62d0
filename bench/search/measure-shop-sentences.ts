/**
 * Scores sentences over public catalogs of furniture, sports wear and groceries, in this process, by kind:
 * `node bench/search/measure-shop-sentences.ts --furniture CHECKOUT --clothing CHECKOUT --groceries CHECKOUT [--half tuned] [--show 0.7]`.
 * `--show` prints the sentences below a score with what was found for them. bench/search/open-catalogs.ts names the repositories.
 */
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { createSearchIndex, putDocuments } from '../../search/indexing/search-index.ts';
import { getLanguage } from '../../search/language/language.ts';
import { priceBoundsIn } from '../../search/query/price-bounds.ts';
import { search } from '../../search/search.ts';
import { toSearchCurrency } from '../../src/commerce/money/money.ts';
import { readShopSentences, type ShopSentence } from './formats.ts';
import { toRule } from './judgment-rules.ts';
import { ndcg } from './metrics.ts';
import { CATALOGS, type OpenCatalog, toDocument } from './open-catalogs.ts';

const DEPTH = 10;
const SENTENCES = new URL('../../tests/fixtures/search/shop-sentences.jsonl', import.meta.url);

const { values } = parseArgs({
  options: {
    furniture: { type: 'string' },
    clothing: { type: 'string' },
    groceries: { type: 'string' },
    half: { type: 'string', default: 'tuned' },
    show: { type: 'string', default: '0' },
  },
});

const sentences = readShopSentences(await readFile(SENTENCES, 'utf8'));
const scores = new Map<string, number[]>();
for (const [name, read] of Object.entries(CATALOGS)) {
  const checkout = values[name as keyof typeof CATALOGS];
  if (!checkout) throw new Error(`Give --${name}, a checkout.`);
  const find = createFind(await read(checkout));
  for (const sentence of sentences) {
    if (sentence.catalog !== name || sentence.half !== values.half) continue;
    const { score, titles } = find(sentence);
    for (const group of [sentence.kind, name, 'all'])
      scores.set(group, [...(scores.get(group) ?? []), score]);
    if (score < Number(values.show))
      console.log(
        `${sentence.id} ${sentence.kind} ${score.toFixed(2)} ${sentence.text}\n   ${titles.join('\n   ')}`,
      );
  }
}
for (const [group, each] of scores)
  console.log(
    group.padEnd(10),
    (each.reduce((sum, score) => sum + score, 0) / each.length).toFixed(3),
    `(${each.length})`,
  );

/** Returns what scores a sentence over a catalog, by NDCG@10. */
function createFind({ currency, products }: OpenCatalog) {
  const index = createSearchIndex(getLanguage('en'));
  putDocuments(index, products.map(toDocument));
  return ({ text, grades }: ShopSentence) => {
    const rules = Object.entries(grades)
      .map(([grade, rule]): [number, ReturnType<typeof toRule>] => [Number(grade), toRule(rule)])
      .sort(([one], [other]) => other - one);
    const graded = new Map<string, number>();
    for (const { id, facts } of products) {
      const grade = rules.find(([, matches]) => matches(facts))?.[0];
      if (grade !== undefined) graded.set(id, grade);
    }
    const { filter } = priceBoundsIn(text, toSearchCurrency(currency));
    const results = search(index, { text, first: DEPTH, filter }).keys.flatMap((key) => products[key] ?? []);
    const ids = results.map(({ id }) => id);
    return {
      score: ndcg(ids, graded),
      titles: results.map(({ id, title, price }) => `${graded.get(id) ?? '-'} ${title} (${price})`),
    };
  };
}
