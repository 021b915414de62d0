import { isNumber, type Token } from '../language/analyze.ts';
import { buildPhrase, type PlanContext } from './word-forms.ts';

/** Larger numbers name models and sizes. */
const MAX_QUANTITY = 12;
/** Words behind a quantity among which its noun is: "two ceramic mugs". */
const NOUN_WITHIN = 2;

/** Drops how many a buyer wants, "two" of "two mugs", unless the shop has that number before that word: "four seasons tent". */
export function withoutQuantity(context: PlanContext, tokens: readonly Token[]): readonly Token[] {
  const [first, ...rest] = tokens;
  const [next] = rest;
  if (!first || !next || !isQuantity(first)) return tokens;
  const { language } = context.vocabulary;
  const isPlural = ({ words: [word = '', ...more] }: Token) =>
    more.length === 0 && !isNumber(word) && language.stem(word) !== word;
  const numbers = [first.words, ...(first.spelled ? [first.spelled] : [])];
  const isNamed = numbers.some((words) => buildPhrase(context, [...words, ...next.words], 1).length > 0);
  return rest.slice(0, NOUN_WITHIN).some(isPlural) && !isNamed ? rest : tokens;
}

function isQuantity({ words: [word = '', ...more] }: Token): boolean {
  return more.length === 0 && /^\d+$/.test(word) && Number(word) > 1 && Number(word) <= MAX_QUANTITY;
}
