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

/** Puts the shop's name in place of one of several words that the shop does not use: "jump rope" of "skipping rope". */
export function withKnownNames(context: PlanContext, tokens: readonly Token[]): readonly Token[] {
  const { stem, phrases } = context.vocabulary.language;
  const words = tokens.flatMap((token, place) => token.words.map((word) => ({ stem: stem(word), place })));
  for (const names of phrases)
    for (const name of names) {
      const begin = findName(words, name.map(stem));
      const [first, last] = [words[begin], words[begin + name.length - 1]];
      if (!first || !last || isKnown(context, name)) continue;
      const other = names.find((each) => isKnown(context, each));
      if (!other) continue;
      const replacement = other.map((word): Token => ({ words: [word] }));
      return [...tokens.slice(0, first.place), ...replacement, ...tokens.slice(last.place + 1)];
    }
  return tokens;
}

function findName(words: readonly { stem: string }[], name: readonly string[]): number {
  return words.findIndex((_, place) => name.every((stem, index) => words[place + index]?.stem === stem));
}

function isKnown(context: PlanContext, name: readonly string[]): boolean {
  return buildPhrase(context, name, 1).length > 0;
}
