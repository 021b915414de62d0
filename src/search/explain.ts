import { type Field, fieldsOf } from './index/fields.ts';
import type { SearchIndex } from './index/search-index.ts';
import { postingCounts, postingDocument, postingsRange, type Segment } from './index/segment.ts';
import { NO_TERM } from './index/vocabulary.ts';
import { analyze } from './language/analyze.ts';
import type { Concept, QueryPlan } from './query/plan-query.ts';
import { readQuery, writtenAs } from './query/read-query.ts';
import { postingsOfConcepts } from './ranking/concept-postings.ts';
import { documentsHolding } from './ranking/holding.ts';
import { createScores, type Norms, type Scores, scoreDocuments } from './ranking/score-documents.ts';
import { coverageFactor, holdsPhrases } from './ranking/search-segment.ts';
import { titleFit } from './ranking/title-fit.ts';
import { normsOfIndex, planOf } from './search.ts';

export const WORD_USES = ['searched', 'corrected', 'excluded', 'dropped', 'ignored'] as const;
export const TIERS = ['identifier', 'phrase', 'all_words', 'some_words'] as const;

export interface ExplainedWord {
  text: string;
  /**
   * `excluded`: products with it are left out. `ignored`: a function word, a word about shopping, or a price. `dropped`: no product
   * holds it.
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

/** Explains how a query is read, and the rank of these products, by their keys, as far as the index holds them. */
export function explainSearch(index: SearchIndex, text: string, keys: readonly number[]) {
  const writtenQuery = readQuery(text, index.vocabulary.language);
  const plan = planOf(index, writtenQuery);
  const norms = normsOfIndex(index);
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
  const queryWords = new Set(tokens.flatMap((token) => [writtenAs(token), ...(token.spelled ?? [])]));
  const ignored = analyze(text)
    .map(writtenAs)
    .filter((word) => !queryWords.has(word));
  return { words: wordsOf({ index, plan }, [...new Set(ignored)]), products };
}

interface Planned {
  index: SearchIndex;
  plan: QueryPlan;
}

function wordsOf({ index, plan }: Planned, ignored: readonly string[]): ExplainedWord[] {
  const { concepts, exclusions, dropped, corrected } = plan;
  const total = concepts.reduce((sum, { weight }) => sum + weight, 0);
  const searched = concepts.map((concept): ExplainedWord => {
    const { text, weight } = concept;
    const use = corrected.some(({ from }) => from === text) ? 'corrected' : 'searched';
    return { text, use, ...readAs({ index, plan }, concept), share: total > 0 ? weight / total : 0 };
  });
  const unsearched = (use: ExplainedWord['use']) => (text: string) => ({ text, use, share: 0 });
  return [
    ...searched,
    ...exclusions.map(({ text }) => text).map(unsearched('excluded')),
    ...dropped.map(unsearched('dropped')),
    ...ignored.map(unsearched('ignored')),
  ];
}

/** The shop's word for one that it does not have in this form. */
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
  const identified = documentsHolding(segment, plan.identifiers);
  const scoresOfConcept = (concept: Concept) => scoresOf(concept, norms, segment, documents);
  const scored = plan.concepts.map((concept) => ({ concept, scores: scoresOfConcept(concept) }));
  const total = plan.concepts.reduce((sum, { weight }) => sum + weight, 0);
  for (const [slot, document] of documents.entries()) {
    const matched = scored.filter(({ scores }) => (scores.matched[slot] ?? 0) > 0);
    const matches = matched.map(({ concept, scores }) => ({
      word: concept.text,
      ...readAs({ index, plan }, concept),
      fields: fieldsHolding(segment, concept, document),
      score: scores.relevance[slot] ?? 0,
    }));
    const covered = matched.reduce((sum, { concept }) => sum + concept.weight, 0);
    const coverage = total > 0 ? coverageFactor(covered / total) : 1;
    const fit = titleFit(plan, segment, document);
    const relevance = matches.reduce((sum, { score }) => sum + score, 0);
    const hasAll = matched.length === plan.concepts.length;
    explained.set(document, {
      tier: tierOf(plan, segment, document, { isNamed: identified[document] === 1, hasAll }),
      matches,
      coverage,
      titleFit: fit,
      score: relevance * coverage * fit,
    });
  }
  return explained;
}

/** Scores of one word alone: what it adds to the score of each document. */
function scoresOf(concept: Concept, norms: Norms, segment: Segment, documents: readonly number[]): Scores {
  const scores = createScores();
  scores.documents.set(documents);
  scores.count = documents.length;
  scoreDocuments(segment, postingsOfConcepts(segment, [concept]), norms, scores);
  return scores;
}

function tierOf(
  plan: QueryPlan,
  segment: Segment,
  document: number,
  { isNamed, hasAll }: { isNamed: boolean; hasAll: boolean },
): RankedProduct['tier'] {
  if (isNamed) return 'identifier';
  if (holdsPhrases(plan, segment, document)) return 'phrase';
  return hasAll ? 'all_words' : 'some_words';
}

function fieldsHolding(segment: Segment, { alternatives }: Concept, document: number): Field[] {
  const fields = alternatives
    .flatMap(({ terms }) => terms)
    .flatMap((term) => {
      const { from, to } = postingsRange(segment, term);
      const posting = segment.postings.subarray(from, to).find((each) => postingDocument(each) === document);
      return posting === undefined ? [] : fieldsOf(postingCounts(posting));
    });
  return [...new Set(fields)];
}
