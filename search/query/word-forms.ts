import { findWord, type Vocabulary } from '../indexing/vocabulary.ts';
import { renderToken, type Token } from '../language/analyze.ts';
import { getUnitFactors } from '../language/units.ts';
import { matchCompounds, matchJoinedTerm, matchLooseCompounds, splitCompound } from './compounds.ts';
import { matchSynonyms } from './listed-words.ts';

/** One way in which a document may hold what a word of the query means. */
export interface Alternative {
  /** All of them; `inOrder` one directly behind the other. */
  terms: readonly number[];
  inOrder: boolean;
  /** 1 for the word itself, less for what only resembles it. */
  weight: number;
}

/** Weights of alternatives against the word itself. */
const PARTS_WEIGHT = 0.9;
const NEIGHBORS_WEIGHT = 0.9;
const COMPOUND_END_WEIGHT = 0.8;
const COMPOUND_START_WEIGHT = 0.4;
const LOOSE_COMPOUND_WEIGHT = 0.6;
/** A word with only weaker forms known may still be a typo. */
const MAX_RESEMBLING_WEIGHT = 0.5;
const NUMBER_ALONE_WEIGHT = 0.5;
const INFLECTION_WEIGHT = 0.9;
/** Shorter words are not split: too many of them begin with another one. */
const MIN_SPLIT_LENGTH = 6;

const MEASURE = /^(\d{1,7}(?:\.\d{1,3})?)([a-z]{1,4})$/;

export interface PlanContext {
  vocabulary: Vocabulary;
  /** How many the index holds. */
  documents: number;
  /** Whether some document of the index holds all terms of an alternative. */
  occurs(alternative: Alternative): boolean;
}

/** Returns the forms in which the shop has a word of the query; empty when it has none. */
export function matchForms(context: PlanContext, tokens: readonly Token[], place: number): Alternative[] {
  const token = tokens[place];
  if (!token || token.characters) return [];
  const itself = [...matchKnownForms(context, token), ...withNeighbors(context.vocabulary, tokens, place)];
  if (itself.length > 0 || token.whole !== undefined) return itself;
  const word = renderToken(token);
  // A synonym is likelier than another form: a "dresser" is no dressing table.
  if (matchSynonyms(context.vocabulary, word).length > 0) return [];
  // Another word may be a typo, which is likelier than another form of it.
  const inflected = isCommon(context.vocabulary, word) ? matchInflectedForms(context.vocabulary, word) : [];
  const compounds = matchLooseCompounds(context.vocabulary, word);
  return [...inflected, ...compounds.map((term) => createAlternative(term, LOOSE_COMPOUND_WEIGHT))];
}

/** Returns whether the shop has the word, not only what it may be a part of. */
export function isKnown(forms: readonly Alternative[]): boolean {
  return forms.some(({ weight }) => weight > MAX_RESEMBLING_WEIGHT);
}

/** The word as the shop has it, its parts, and its compounds; a spelled number in digits and in words. */
export function matchKnownForms(context: PlanContext, { words, whole, spelled }: Token): Alternative[] {
  const { vocabulary } = context;
  if (spelled) {
    const digits = matchKnownForms(context, { words, ...(whole === undefined ? {} : { whole }) });
    return [...digits, ...buildPhrase(context, [...spelled, ...words.slice(1)], 1)];
  }
  const word = whole ?? words[0] ?? '';
  const term = findWord(vocabulary, word);
  const itself = term === undefined ? [] : [createAlternative(term, 1)];
  if (whole !== undefined)
    return [
      ...itself,
      ...buildPhrase(context, words, PARTS_WEIGHT),
      ...matchEqualMeasures(vocabulary, whole),
    ];
  const { endingIn, beginningWith } = matchCompounds(vocabulary, word);
  return [
    ...itself,
    ...endingIn.map((each) => createAlternative(each, COMPOUND_END_WEIGHT)),
    ...beginningWith.map((each) => createAlternative(each, COMPOUND_START_WEIGHT)),
    ...splitForms(context, word),
  ];
}

/** "0.5kg" is also "500g". */
function matchEqualMeasures(vocabulary: Vocabulary, whole: string): Alternative[] {
  const [, number, unit = ''] = MEASURE.exec(whole) ?? [];
  if (number === undefined) return [];
  return Array.from(getUnitFactors(unit)).flatMap(([other, factor]) => {
    const amount = Number((Number(number) / factor).toFixed(3));
    const isExact = other !== unit && Math.abs(amount * factor - Number(number)) < 1e-9;
    const term = isExact ? findWord(vocabulary, `${amount}${other}`) : undefined;
    return term === undefined ? [] : [createAlternative(term, 1)];
  });
}

/** "smartwatch" is also "smart watch"; "Damenschuhe" are also "Schuhe für Damen". */
function splitForms(context: PlanContext, word: string): Alternative[] {
  const { vocabulary } = context;
  const terms = word.length < MIN_SPLIT_LENGTH ? undefined : splitCompound(vocabulary, word);
  if (!terms) return [];
  const split = { terms, inOrder: vocabulary.language.compoundLinks === undefined, weight: PARTS_WEIGHT };
  return context.occurs(split) ? [split] : [];
}

/** "head set" is also "headset". */
function withNeighbors(vocabulary: Vocabulary, tokens: readonly Token[], place: number): Alternative[] {
  const [before = '', word = '', behind = ''] = [-1, 0, 1].map((step) => getSingleWord(tokens[place + step]));
  const matchJoined = (one: string, other: string) => {
    const term = one === '' || other === '' ? undefined : matchJoinedTerm(vocabulary, one, other);
    return term === undefined ? [] : [createAlternative(term, NEIGHBORS_WEIGHT)];
  };
  return [...matchJoined(before, word), ...matchJoined(word, behind)];
}

function getSingleWord(token: Token | undefined): string {
  return token?.words.length === 1 ? (token.words[0] ?? '') : '';
}

/** "cooking" for "cook": the word in its other forms. */
export function matchInflectedForms(vocabulary: Vocabulary, word: string): Alternative[] {
  const terms = vocabulary.language.inflections(word).flatMap((form) => findWord(vocabulary, form) ?? []);
  return [...new Set(terms)].map((term) => createAlternative(term, INFLECTION_WEIGHT));
}

/** A common word is no typo. */
export function isCommon({ language }: Vocabulary, word: string): boolean {
  return language.isCommon(word) || language.isCommon(language.stem(word));
}

/** "12 inch" finds "12" in a shop that writes no unit. */
export function numberAlone(vocabulary: Vocabulary, { words, whole }: Token): Alternative[] {
  const term = whole === undefined || words.length !== 2 ? undefined : findWord(vocabulary, words[0] ?? '');
  return term === undefined ? [] : [createAlternative(term, NUMBER_ALONE_WEIGHT)];
}

/** Words that stand together in no product are no phrase. */
export function buildPhrase(context: PlanContext, words: readonly string[], weight: number): Alternative[] {
  const terms = words.flatMap((word) => findWord(context.vocabulary, word) ?? []);
  const phrase = { terms, inOrder: true, weight };
  return terms.length === words.length && context.occurs(phrase) ? [phrase] : [];
}

export function createAlternative(term: number, weight: number): Alternative {
  return { terms: [term], inOrder: false, weight };
}
