import { type Condition, readConditions } from './conditions.ts';
import { type Field, getFields } from './indexing/fields.ts';
import type { SearchIndex } from './indexing/search-index.ts';
import { getPostingCounts, getPostingDocument, getPostingsRange, type Segment } from './indexing/segment.ts';
import { NO_TERM } from './indexing/vocabulary.ts';
import { analyze, renderToken } from './language/analyze.ts';
import type { Concept, QueryPlan } from './query/plan-query.ts';
import type { Currency } from './query/price-bounds.ts';
import { readQuery } from './query/read-query.ts';
import { getConceptPostings } from './ranking/concept-postings.ts';
import { getDocumentsHolding } from './ranking/holding.ts';
import { createScores, type Norms, type Scores, scoreDocuments } from './ranking/score-documents.ts';
import { computeCoverageFactor, hasPhrases } from './ranking/search-segment.ts';
import { computeTitleFit } from './ranking/title-fit.ts';
import { computeIndexNorms, planOf } from './search.ts';

export const WORD_USES = ['searched', 'corrected', 'excluded', 'dropped', 'ignored'] as const;
export const TIERS = ['identifier', 'phrase', 'all_words', 'some_words'] as const;

export interface ExplainedWord {
  text: string;
  /**
   * `excluded`: products with it are left out. `ignored`: a function word, or a word about shopping. `dropped`: no product holds it.
   */
  use: (typeof WORD_USES)[number];
  /** The shop's word that a corrected one was read as, or another form of the word. */
  to?: string;
  /** Share of the whole query that the word counts for; rare words count for more. */
  share: number;
}

export interface RankedProduct {
  /** Ranks before the score. */
  tier: (typeof TIERS)[number];
  /** `to` as in `ExplainedWord`. */
  matches: { word: string; to?: string; fields: Field[]; score: number }[];
  /** Factor for the words that it lacks, 1 when it holds all. */
  coverage: number;
  /** Factor for a title with the words as neighbors or little else. */
  titleFit: number;
  /** Sum of the matches, times both factors. */
  score: number;
}

interface Explanation {
  conditions: Condition[];
  words: ExplainedWord[];
  /** By their keys. */
  products: ReadonlyMap<number, RankedProduct>;
}

/** Explains how a query is read, and the rank of these products as far as the index holds them; without an index, its conditions. */
export function explainSearch(
  index: SearchIndex | undefined,
  { text, currency }: { text: string; currency: Currency },
  keys: readonly number[],
): Explanation {
  const { conditions, words: conditionWords } = readConditions(text, currency, index);
  if (!index) return { conditions, words: [], products: new Map() };
  const writtenQuery = readQuery(text, index.vocabulary.language);
  const plan = planOf(index, writtenQuery);
  const norms = computeIndexNorms(index);
  const products = new Map<number, RankedProduct>();
  for (const segment of index.segments) {
    const documents = keys.flatMap((key) => {
      const document = segment.keys.findIndex((each, place) => each === key && segment.live[place] === 1);
      return document < 0 ? [] : [document];
    });
    documents.sort((one, other) => one - other);
    for (const [document, ranked] of explainDocuments({ index, plan }, norms, segment, documents))
      products.set(segment.keys[document] ?? 0, ranked);
  }
  const tokens = [...writtenQuery.tokens, ...writtenQuery.excluded.flat()];
  const queryWords = new Set(tokens.flatMap((token) => [renderToken(token), ...(token.spelled ?? [])]));
  const ignored = analyze(text)
    .map(renderToken)
    .filter((word) => !queryWords.has(word) && !conditionWords.has(word));
  return { conditions, words: explainWords({ index, plan }, [...new Set(ignored)]), products };
}

interface Planned {
  index: SearchIndex;
  plan: QueryPlan;
}

function explainWords({ index, plan }: Planned, ignored: readonly string[]): ExplainedWord[] {
  const { concepts, exclusions, dropped, corrected } = plan;
  const total = concepts.reduce((sum, { weight }) => sum + weight, 0);
  const searched = concepts.map((concept): ExplainedWord => {
    const { text, weight } = concept;
    const use = corrected.some(({ from }) => from === text) ? 'corrected' : 'searched';
    return { text, use, ...readAs({ index, plan }, concept), share: total > 0 ? weight / total : 0 };
  });
  const createUnsearched = (use: ExplainedWord['use']) => (text: string) => ({ text, use, share: 0 });
  return [
    ...searched,
    ...exclusions.map(({ text }) => text).map(createUnsearched('excluded')),
    ...dropped.map(createUnsearched('dropped')),
    ...ignored.map(createUnsearched('ignored')),
  ];
}

/** The form in which the shop has the word. */
function readAs(
  { index: { vocabulary }, plan }: Planned,
  { text, alternatives: [first] }: Concept,
): { to?: string } {
  const correction = plan.corrected.find(({ from }) => from === text);
  if (correction) return { to: correction.to };
  if (vocabulary.words.has(text) || first?.terms.length !== 1) return {};
  const to = vocabulary.wordList[vocabulary.wordTerms.indexOf(first.terms[0] ?? NO_TERM)];
  return to === undefined ? {} : { to };
}

function explainDocuments(
  { index, plan }: Planned,
  norms: Norms,
  segment: Segment,
  documents: readonly number[],
): Map<number, RankedProduct> {
  const explained = new Map<number, RankedProduct>();
  if (documents.length === 0) return explained;
  const identified = getDocumentsHolding(segment, plan.identifiers);
  const computeConceptScores = (concept: Concept) => computeScores(concept, norms, segment, documents);
  const scored = plan.concepts.map((concept) => ({ concept, scores: computeConceptScores(concept) }));
  const total = plan.concepts.reduce((sum, { weight }) => sum + weight, 0);
  for (const [slot, document] of documents.entries()) {
    const matched = scored.filter(({ scores }) => (scores.matched[slot] ?? 0) > 0);
    const matches = matched.map(({ concept, scores }) => ({
      word: concept.text,
      ...readAs({ index, plan }, concept),
      fields: getFieldsHolding(segment, concept, document),
      score: scores.relevance[slot] ?? 0,
    }));
    const covered = matched.reduce((sum, { concept }) => sum + concept.weight, 0);
    const coverage = total > 0 ? computeCoverageFactor(covered / total) : 1;
    const fit = computeTitleFit(plan, segment, document);
    const relevance = matches.reduce((sum, { score }) => sum + score, 0);
    const hasAll = matched.length === plan.concepts.length;
    explained.set(document, {
      tier: computeTier(plan, segment, document, { isNamed: identified[document] === 1, hasAll }),
      matches,
      coverage,
      titleFit: fit,
      score: relevance * coverage * fit,
    });
  }
  return explained;
}

/** Scores of one word alone: what it adds to the score of each document. */
function computeScores(
  concept: Concept,
  norms: Norms,
  segment: Segment,
  documents: readonly number[],
): Scores {
  const scores = createScores();
  scores.documents.set(documents);
  scores.count = documents.length;
  scoreDocuments(segment, getConceptPostings(segment, [concept]), norms, scores);
  return scores;
}

function computeTier(
  plan: QueryPlan,
  segment: Segment,
  document: number,
  { isNamed, hasAll }: { isNamed: boolean; hasAll: boolean },
): RankedProduct['tier'] {
  if (isNamed) return 'identifier';
  if (hasPhrases(plan, segment, document)) return 'phrase';
  return hasAll ? 'all_words' : 'some_words';
}

function getFieldsHolding(segment: Segment, { alternatives }: Concept, document: number): Field[] {
  const fields = alternatives
    .flatMap(({ terms }) => terms)
    .flatMap((term) => {
      const { from, to } = getPostingsRange(segment, term);
      const posting = segment.postings
        .subarray(from, to)
        .find((each) => getPostingDocument(each) === document);
      return posting === undefined ? [] : getFields(getPostingCounts(posting));
    });
  return [...new Set(fields)];
}
