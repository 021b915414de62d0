import type { Token } from './analyze.ts';
import { compoundsOf, joinedTerm, looseCompoundsOf, splitCompound } from './compounds.ts';
import { identifierTerm } from './index-document.ts';
import { type NearWord, nearWords } from './near-words.ts';
import { type WrittenQuery, writtenAs } from './read-query.ts';
import { countOf, findTerm, findWord, type Vocabulary } from './vocabulary.ts';

/** One way in which a document may hold what a word of the query means. */
export interface Alternative {
  /** All of them; `inOrder` one directly behind the other. */
  terms: readonly number[];
  inOrder: boolean;
  /** 1 for the word itself, less for what only resembles it. */
  weight: number;
}

/** A word of the query, found by the best of its alternatives. */
export interface Concept {
  text: string;
  alternatives: readonly Alternative[];
  /** Inverse document frequency. */
  weight: number;
}

export interface Correction {
  from: string;
  to: string;
}

export interface QueryPlan {
  concepts: Concept[];
  /** Terms of identifiers that the query names. */
  identifiers: number[];
  /** Quoted phrases; a document with all of them comes before the others. */
  phrases: Alternative[];
  /** Words that the shop does not have. */
  dropped: string[];
  corrected: Correction[];
  /** Place of the concept that each term stands for. */
  conceptOfTerm: Map<number, number>;
  /** Terms such as "for" behind which a title names what a product goes with. */
  contextMarkers: ReadonlySet<number>;
  /** Terms such as "cover" of titles that name an accessory; empty for a query that asks for one. */
  accessories: ReadonlySet<number>;
  /** Whether a title names the thing behind its accessory: "funda iPhone". */
  isNounFirst: boolean;
}

/** Weights of alternatives against the word itself. */
const PARTS_WEIGHT = 0.9;
const NEIGHBORS_WEIGHT = 0.9;
const CORRECTION_WEIGHT = 0.9;
const COMPOUND_END_WEIGHT = 0.8;
const COMPOUND_START_WEIGHT = 0.4;
const LOOSE_COMPOUND_WEIGHT = 0.6;
/** A word of which only weaker forms are known may still be a typo. */
const MAX_RESEMBLING_WEIGHT = 0.5;
const NUMBER_ALONE_WEIGHT = 0.5;
/** Shorter words are not split: too many of them begin with another one. */
const MIN_SPLIT_LENGTH = 6;

/** Inputs of a plan. */
interface PlanContext {
  vocabulary: Vocabulary;
  /** How many the index holds. */
  documents: number;
  /** Whether some document of the index holds all terms of an alternative. */
  occurs(alternative: Alternative): boolean;
}

/** Looks up the words of a query in the shop's vocabulary. */
export function planQuery(context: PlanContext, query: WrittenQuery): QueryPlan {
  const { vocabulary } = context;
  const plan: QueryPlan = {
    concepts: [],
    identifiers: [],
    phrases: [],
    dropped: [],
    corrected: [],
    conceptOfTerm: new Map(),
    contextMarkers: termsOf(vocabulary, vocabulary.language.contextMarkers),
    accessories: new Set(),
    isNounFirst: vocabulary.language.isNounFirst,
  };
  const texts = query.tokens.map(({ words }) => (words.length === 1 ? (words[0] ?? '') : ''));
  query.tokens.forEach((token, index) => {
    if (token.characters) addRun(plan, context, token);
    else addToken(plan, context, token, withNeighbors(vocabulary, texts, index));
  });
  for (const { text, words } of query.identifiers)
    addIdentifier(plan, findTerm(vocabulary, identifierTerm(text)), words);
  plan.concepts.forEach(({ alternatives }, place) => {
    for (const { terms } of alternatives) for (const term of terms) plan.conceptOfTerm.set(term, place);
  });
  const accessories = termsOf(vocabulary, vocabulary.language.accessories);
  if (![...plan.conceptOfTerm.keys()].some((term) => accessories.has(term))) plan.accessories = accessories;
  plan.phrases = query.phrases.flatMap((words) => phraseOf(context, words, 1));
  return plan;
}

/** The words of a known identifier need not stand in the shop's texts. */
function addIdentifier(plan: QueryPlan, term: number | undefined, words: readonly string[]): void {
  if (term === undefined) return;
  plan.identifiers.push(term);
  plan.dropped = plan.dropped.filter((word) => !words.includes(word));
}

function termsOf(vocabulary: Vocabulary, words: readonly string[]): Set<number> {
  return new Set(words.flatMap((word) => findWord(vocabulary, word) ?? []));
}

/** Adds a word as the shop has it; corrects one that the shop does not have, or drops it. */
function addToken(
  plan: QueryPlan,
  context: PlanContext,
  token: Token,
  neighbors: readonly Alternative[],
): void {
  const text = writtenAs(token);
  const itself = [...knownForms(context, token), ...neighbors];
  const known =
    itself.length > 0 || token.whole !== undefined ? itself : looseForms(context.vocabulary, text);
  const isKnown = known.some(({ weight }) => weight > MAX_RESEMBLING_WEIGHT);
  const near = isKnown || token.whole !== undefined ? [] : meantWords(context.vocabulary, text);
  const corrected = near.map(({ term, likelihood }) => alternative(term, CORRECTION_WEIGHT * likelihood));
  const forms = [...known, ...corrected];
  if (forms.length === 0) forms.push(...numberAlone(context.vocabulary, token));
  if (forms.length === 0) plan.dropped.push(text);
  else plan.concepts.push(concept(context, text, forms));
  if (near[0]) plan.corrected.push({ from: text, to: near[0].word });
}

function meantWords(vocabulary: Vocabulary, word: string): NearWord[] {
  const { synonyms, broader } = vocabulary.language;
  const meant = [synonyms, broader].map((table) => wordsFor(vocabulary, table, word));
  return meant.find(({ length }) => length > 0) ?? nearWords(vocabulary, word);
}

function looseForms(vocabulary: Vocabulary, word: string): Alternative[] {
  return looseCompoundsOf(vocabulary, word).map((term) => alternative(term, LOOSE_COMPOUND_WEIGHT));
}

/** The word as the shop has it, its parts, and its compounds. */
function knownForms(context: PlanContext, { words, whole }: Token): Alternative[] {
  const { vocabulary } = context;
  const word = whole ?? words[0] ?? '';
  const term = findWord(vocabulary, word);
  const itself = term === undefined ? [] : [alternative(term, 1)];
  if (whole !== undefined) return [...itself, ...phraseOf(context, words, PARTS_WEIGHT)];
  const { endingIn, beginningWith } = compoundsOf(vocabulary, word);
  return [
    ...itself,
    ...endingIn.map((each) => alternative(each, COMPOUND_END_WEIGHT)),
    ...beginningWith.map((each) => alternative(each, COMPOUND_START_WEIGHT)),
    ...splitForms(context, word),
  ];
}

/** Returns the shop's words and compounds for those that a table has for a word, as corrections. */
function wordsFor(
  vocabulary: Vocabulary,
  table: ReadonlyMap<string, readonly string[]>,
  word: string,
): NearWord[] {
  return (table.get(vocabulary.language.stem(word)) ?? []).flatMap((other) => {
    const term = findWord(vocabulary, other);
    const terms = term === undefined ? compoundsOf(vocabulary, other).endingIn : [term];
    return terms.map((each) => ({ word: other, term: each, likelihood: 1 }));
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
function withNeighbors(vocabulary: Vocabulary, texts: readonly string[], index: number): Alternative[] {
  const word = texts[index] ?? '';
  const pairs = [
    [texts[index - 1], word],
    [word, texts[index + 1]],
  ];
  return pairs.flatMap(([one = '', other = '']) => {
    const term = one === '' || other === '' ? undefined : joinedTerm(vocabulary, one, other);
    return term === undefined ? [] : [alternative(term, NEIGHBORS_WEIGHT)];
  });
}

/** A run of a script without spaces: each pair of characters counts as a word. */
function addRun(plan: QueryPlan, context: PlanContext, token: Token): void {
  const known = token.words.flatMap((pair) => findWord(context.vocabulary, pair) ?? []);
  if (known.length === 0) plan.dropped.push(writtenAs(token));
  for (const term of known) plan.concepts.push(concept(context, writtenAs(token), [alternative(term, 1)]));
}

/** "12 inch" finds "12" in a shop that writes no unit. */
function numberAlone(vocabulary: Vocabulary, { words, whole }: Token): Alternative[] {
  const term = whole === undefined || words.length !== 2 ? undefined : findWord(vocabulary, words[0] ?? '');
  return term === undefined ? [] : [alternative(term, NUMBER_ALONE_WEIGHT)];
}

/** Words that stand together in no product are no phrase. */
function phraseOf(context: PlanContext, words: readonly string[], weight: number): Alternative[] {
  const terms = words.flatMap((word) => findWord(context.vocabulary, word) ?? []);
  const phrase = { terms, inOrder: true, weight };
  return terms.length === words.length && context.occurs(phrase) ? [phrase] : [];
}

function alternative(term: number, weight: number): Alternative {
  return { terms: [term], inOrder: false, weight };
}

/** A word counts as frequent as its alternatives together. */
function concept(
  { vocabulary, documents }: PlanContext,
  text: string,
  alternatives: readonly Alternative[],
): Concept {
  const counts = alternatives.map(({ terms, weight }) => {
    const rarest = Math.min(...terms.map((term) => countOf(vocabulary, term)));
    return terms.length > 1 ? rarest / 2 : rarest * weight;
  });
  const count = Math.min(
    documents,
    counts.reduce((sum, each) => sum + each, 0),
  );
  return { text, alternatives, weight: Math.log(1 + (documents - count + 0.5) / (count + 0.5)) };
}
