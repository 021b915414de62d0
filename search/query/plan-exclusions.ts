import { findWord, findWords, type Vocabulary } from '../indexing/vocabulary.ts';
import { renderToken, type Token } from '../language/analyze.ts';
import { matchSynonyms } from './listed-words.ts';
import { type Alternative, matchInflectedForms, matchKnownForms, type PlanContext } from './word-forms.ts';

/** Words that a product must not hold. */
export interface Exclusion {
  text: string;
  /** Terms for each of its words: a product with one of each list is excluded. */
  words: readonly (readonly number[])[];
}

export interface Negations {
  before: ReadonlySet<number>;
  behind: ReadonlySet<number>;
}

const MIN_OPPOSITE_LENGTH = 4;

/** Returns the terms of the words by which the shop's language says what is not there. */
export function readNegationTerms(vocabulary: Vocabulary): Negations {
  const { before, behind } = vocabulary.language.negations;
  return { before: findWords(vocabulary, before), behind: findWords(vocabulary, behind) };
}

/** Returns the opposite of a word that the shop lacks: "scented" of "unscented", "zucker" of "zuckerfrei". */
export function matchOpposite({ vocabulary }: PlanContext, { words }: Token): Token | undefined {
  const { prefixes, behind } = vocabulary.language.negations;
  const word = words.join('');
  const rests = [
    ...prefixes.filter((prefix) => word.startsWith(prefix)).map((prefix) => word.slice(prefix.length)),
    ...behind.filter((end) => word.endsWith(end)).map((end) => word.slice(0, -end.length)),
  ];
  const opposite = rests.find(
    (rest) => rest.length >= MIN_OPPOSITE_LENGTH && findWord(vocabulary, rest) !== undefined,
  );
  return opposite === undefined ? undefined : { words: [opposite] };
}

/** Returns how the shop writes the words of a group; undefined when it lacks one, so that no product has all. */
export function planExclusion(context: PlanContext, group: readonly Token[]): Exclusion | undefined {
  const texts = group.flatMap(({ words, whole }) => (whole === undefined ? words : [whole]));
  const words = texts.map((word) => matchTerms(context, word));
  if (words.some((terms) => terms.length === 0)) return undefined;
  return { text: group.map(renderToken).join(' '), words };
}

/** Terms of one word each under which the shop may have a word. */
function matchTerms(context: PlanContext, word: string): number[] {
  const forms = [
    ...matchKnownForms(context, { words: [word] }),
    ...matchInflectedForms(context.vocabulary, word),
  ];
  const synonyms = forms.length > 0 ? [] : matchSynonyms(context.vocabulary, word);
  if (synonyms.length > 0) return synonyms.map(({ term }) => term);
  return forms.flatMap(({ terms }) => (terms.length === 1 ? terms : []));
}

/** Returns "no sugar", "sugar free", "sugarless" and "unsweetened" for what a product lacks, as products say it. */
export function buildLackingForms(
  { text, words: [terms = [], ...others] }: Exclusion,
  { before, behind }: Negations,
  { occurs, vocabulary }: PlanContext,
): Alternative[] {
  if (others.length > 0) return [];
  const { inflections, negations, stem } = vocabulary.language;
  const opposites = [text, stem(text), ...inflections(stem(text))]
    .flatMap((word) => [
      ...negations.prefixes.map((prefix) => prefix + word),
      ...negations.suffixes.map((suffix) => word + suffix),
    ])
    .flatMap((word) => findWord(vocabulary, word) ?? [])
    .map((term) => ({ terms: [term], inOrder: false, weight: 1 }));
  return [...opposites, ...buildLackingPhrases(terms, { before, behind }).filter(occurs)];
}

function buildLackingPhrases(terms: readonly number[], { before, behind }: Negations): Alternative[] {
  return terms
    .flatMap((term) => [
      ...Array.from(before, (negation) => [negation, term]),
      ...Array.from(behind, (negation) => [term, negation]),
    ])
    .map((pair) => ({ terms: pair, inOrder: true, weight: 1 }));
}
