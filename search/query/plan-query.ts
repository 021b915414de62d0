import { toIdentifierTerm } from '../indexing/index-document.ts';
import { countOf, findTerm, findWord, findWords, type Vocabulary } from '../indexing/vocabulary.ts';
import { renderToken, type Token } from '../language/analyze.ts';
import { matchGoods, matchSame, matchSynonyms } from './listed-words.ts';
import type { MeasureBound } from './measure-bounds.ts';
import { matchNearWords, type NearWord } from './near-words.ts';
import {
  buildLackingForms,
  type Exclusion,
  matchOpposite,
  type Negations,
  planExclusion,
  readNegationTerms,
} from './plan-exclusions.ts';
import type { WrittenQuery } from './read-query.ts';
import { withKnownNames, withoutQuantity } from './rewrite-tokens.ts';
import {
  type Alternative,
  buildPhrase,
  createAlternative,
  isCommon,
  isKnown,
  matchForms,
  matchInflectedForms,
  numberAlone,
  type PlanContext,
} from './word-forms.ts';

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
  exclusions: Exclusion[];
  /** Terms such as "without", before or behind which a text names what a product lacks; undefined without exclusions. */
  negations?: Negations;
  /** Quoted phrases; a document with all of them comes before the others. */
  phrases: Alternative[];
  bounds: readonly MeasureBound[];
  /** Words that the shop does not have. */
  dropped: string[];
  corrected: Correction[];
  /** Terms of the noun that a sentence asks for; empty where it names none that the shop has. */
  head: readonly number[];
  /** Place of the concept that each term stands for. */
  conceptOfTerm: Map<number, number>;
  /** Terms such as "for" behind which a title names what a product goes with. */
  contextMarkers: ReadonlySet<number>;
  /** Terms such as "and" behind which a title names what comes with a thing. */
  joiners: ReadonlySet<number>;
  /** Terms such as "cover" of titles that name an accessory; empty for a query that asks for one. */
  accessories: ReadonlySet<number>;
  /** Whether a title names the thing behind its accessory: "funda iPhone". */
  isNounFirst: boolean;
}

/** Weight of a correction against the word itself. */
const CORRECTION_WEIGHT = 0.9;
/** A synonym that so many times more products hold is meant as well, at this weight. */
const MIN_COMMONER = 10;
const COMMONER_WEIGHT = 0.8;
/** Share of the products that may hold a word for its synonyms to be meant as well. */
const MAX_RARE_SHARE = 0.005;
/** Share of its weight that a word such as "gift", "mother" or "nice" keeps beside the other words of a sentence. */
const ASIDE_SHARE = 0.3;
/** Least weight of the noun that a sentence asks for, against the greatest of the others. */
const HEAD_SHARE = 0.8;

/** Looks up the words of a query in the shop's vocabulary. */
export function planQuery(context: PlanContext, query: WrittenQuery): QueryPlan {
  const { vocabulary } = context;
  const plan: QueryPlan = {
    concepts: [],
    identifiers: [],
    exclusions: [],
    phrases: [],
    head: [],
    bounds: query.bounds,
    dropped: [],
    corrected: [],
    conceptOfTerm: new Map(),
    contextMarkers: findWords(vocabulary, vocabulary.language.contextMarkers),
    joiners: findWords(vocabulary, vocabulary.language.joiners),
    accessories: new Set(),
    isNounFirst: vocabulary.language.isNounFirst,
  };
  const tokens = withKnownNames(context, withoutQuantity(context, query.tokens));
  const forms = tokens.map((_, place) => matchForms(context, tokens, place));
  const isFound = tokens.length > 1 || forms.some(isKnown);
  tokens.forEach((token, index) => {
    if (token.characters) addRun(plan, context, token);
    else addToken(plan, context, token, { forms: forms[index] ?? [], isFound });
  });
  for (const group of query.excluded) addExclusion(plan, context, group);
  if (query.isSentence) weighSentence(plan, vocabulary, query.head);
  for (const { text, words } of query.identifiers)
    addIdentifier(plan, findTerm(vocabulary, toIdentifierTerm(text)), words);
  plan.concepts.forEach(({ alternatives }, place) => {
    for (const { terms } of alternatives) for (const term of terms) plan.conceptOfTerm.set(term, place);
  });
  const accessories = findWords(vocabulary, vocabulary.language.accessories);
  if (![...plan.conceptOfTerm.keys()].some((term) => accessories.has(term))) plan.accessories = accessories;
  plan.phrases = query.phrases.flatMap((words) => buildPhrase(context, words, 1));
  return plan;
}

/** The words of a known identifier need not stand in the shop's texts. */
function addIdentifier(plan: QueryPlan, term: number | undefined, words: readonly string[]): void {
  if (term === undefined) return;
  plan.identifiers.push(term);
  plan.dropped = plan.dropped.filter((word) => !words.includes(word));
}

/** Adds a word as the shop has it; corrects or drops a word that the shop does not have. `isFound`: the shop has another word. */
function addToken(
  plan: QueryPlan,
  context: PlanContext,
  token: Token,
  { forms: ownForms, isFound }: { forms: readonly Alternative[]; isFound: boolean },
): void {
  const text = renderToken(token);
  const isWhole = token.whole !== undefined;
  const opposite = isKnown(ownForms) ? undefined : matchOpposite(context, token);
  if (opposite) {
    addExclusion(plan, context, [opposite]);
    return;
  }
  const near = isKnown(ownForms) || isWhole ? [] : matchMeantWords(context.vocabulary, text, isFound);
  const others = near.length > 0 || isWhole ? [] : matchCommonerSynonyms(context, text, ownForms);
  const corrected = near.map(({ term, likelihood }) =>
    createAlternative(term, CORRECTION_WEIGHT * likelihood),
  );
  const forms = [...ownForms, ...corrected, ...others];
  if (forms.length === 0)
    forms.push(...numberAlone(context.vocabulary, token), ...matchInflectedForms(context.vocabulary, text));
  if (forms.length === 0) plan.dropped.push(text);
  else plan.concepts.push(createConcept(context, text, forms));
  if (near[0]) plan.corrected.push({ from: text, to: near[0].word });
}

/** Returns synonyms that the shop uses much more than the word: "footstool" where only a bed is called "ottoman". */
function matchCommonerSynonyms(
  { vocabulary, documents }: PlanContext,
  word: string,
  forms: readonly Alternative[],
): Alternative[] {
  const [itself] = forms;
  if (!itself) return [];
  const count = Math.min(...itself.terms.map((term) => countOf(vocabulary, term)));
  if (count > Math.max(1, documents * MAX_RARE_SHARE)) return [];
  const least = MIN_COMMONER * count;
  return matchSame(vocabulary, word)
    .filter(({ term }) => countOf(vocabulary, term) >= least)
    .map(({ term }) => createAlternative(term, COMMONER_WEIGHT));
}

/** A common word is not corrected while the shop has another word of the query. */
function matchMeantWords(vocabulary: Vocabulary, word: string, isFound: boolean): NearWord[] {
  const same = matchSynonyms(vocabulary, word);
  const listed = same.length > 0 ? same : matchGoods(vocabulary, word);
  if (listed.length > 0) return listed;
  return isFound && isCommon(vocabulary, word) ? [] : matchNearWords(vocabulary, word);
}

/**
 * Excludes what holds all words of a group. A product that says that it lacks them is found by that; since products need not say so,
 * it counts for no more than the least of the words.
 */
function addExclusion(plan: QueryPlan, context: PlanContext, group: readonly Token[]): void {
  const exclusion = planExclusion(context, group);
  const negations = plan.negations ?? readNegationTerms(context.vocabulary);
  if (exclusion) {
    plan.exclusions.push(exclusion);
    plan.negations = negations;
  }
  // A shop that sells nothing with egg may still call a product eggless.
  const text = group.map(renderToken).join(' ');
  const lacking = buildLackingForms(exclusion ?? { text, words: group.map(() => []) }, negations, context);
  if (lacking.length === 0) return;
  const excluded = createConcept(context, text, lacking);
  const least = Math.min(...plan.concepts.map(({ weight }) => weight));
  plan.concepts.push({ ...excluded, weight: Math.min(excluded.weight, least) });
}

/** For whom something is, and praise of it, counts for less than what it is. */
function weighSentence(plan: QueryPlan, { language }: Vocabulary, head: string | undefined): void {
  const { occasionWords, qualityWords, stem } = language;
  const isAside = ({ text }: Concept) => occasionWords.has(stem(text)) || qualityWords.has(stem(text));
  if (plan.concepts.every(isAside)) return;
  const weighed = plan.concepts.map((each) =>
    isAside(each) ? { ...each, weight: each.weight * ASIDE_SHARE } : each,
  );
  plan.head = weighed.flatMap(({ text, alternatives }) =>
    text === head ? alternatives.flatMap(({ terms: [term = 0] }) => term) : [],
  );
  const greatest = Math.max(...weighed.map(({ weight }) => weight));
  plan.concepts = weighed.map((each) =>
    each.text === head ? { ...each, weight: Math.max(each.weight, greatest * HEAD_SHARE) } : each,
  );
}

/** A run of a script without spaces: each pair of characters counts as a word. */
function addRun(plan: QueryPlan, context: PlanContext, token: Token): void {
  const terms = token.words.flatMap((pair) => findWord(context.vocabulary, pair) ?? []);
  if (terms.length === 0) plan.dropped.push(renderToken(token));
  for (const term of terms)
    plan.concepts.push(createConcept(context, renderToken(token), [createAlternative(term, 1)]));
}

/** A word counts as frequent as its alternatives together. */
function createConcept(
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
