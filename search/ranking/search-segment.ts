import type { Segment } from '../indexing/segment.ts';
import type { QueryPlan } from '../query/plan-query.ts';
import { selectAll, selectCandidates } from './candidate-documents.ts';
import { type ConceptPostings, getConceptPostings } from './concept-postings.ts';
import { getDocumentsHolding, hasTermsInOrder } from './holding.ts';
import type { MeasuredDocuments } from './measures.ts';
import {
  type Candidate,
  computeBand,
  computeMinRelevance,
  getWorstCandidate,
  mayRank,
  offerCandidate,
  type Ranking,
} from './ranking.ts';
import { createScores, MAX_GAIN, type Norms, scoreDocuments } from './score-documents.ts';

/** Documents that hold less of the query, by the weight of its words, are no answer. */
const MIN_COVERAGE = 0.1;

const IDENTIFIER_TIER = 4;
const PHRASE_TIER = 2;
const ALL_WORDS_TIER = 1;
const NO_ANSWER = -1;

/** Share of its relevance that a product keeps which does not say whether it is within a measure that is asked for. */
const UNCONFIRMED_SHARE = 0.5;

/** Margin for rounding: a document at the bound is looked at. */
const ROUNDING = 1 - 1e-9;

/** Scores of the segment that is being searched: nothing is awaited in between. */
const SCORES = createScores();

/** A search that goes through one segment after the other. */
export interface Searching {
  plan: QueryPlan;
  ranking: Ranking;
  seen: ReadonlySet<number>;
  totalWeight: number;
  /** Without words: all products that pass the filter. */
  isListing: boolean;
  /** Whether some document holds all words. */
  isWhole: boolean;
  /** Share of the best relevance that a product needs which lacks words. */
  minShare: number;
  /** Over all pages. */
  bestRelevance: number;
}

/** Offers the passing documents of a segment that may be among the best. */
export function searchSegment(
  searching: Searching,
  segment: Segment,
  { passing, confirmed }: MeasuredDocuments,
  norms: Norms,
): void {
  const { identifiers, concepts } = searching.plan;
  const identified = identifiers.length > 0 ? getDocumentsHolding(segment, identifiers) : undefined;
  const minWeight = identified?.includes(1) ? 0 : computeMinWeight(searching);
  const postings = getConceptPostings(segment, concepts);
  const names = getNamePostings(segment, identifiers);
  if (searching.isListing) selectAll(passing, SCORES);
  else selectCandidates(segment, [...postings, ...names], { passing, minWeight }, SCORES);
  scoreDocuments(segment, postings, norms, SCORES, minWeight);
  for (let slot = 0; slot < SCORES.count; slot++) {
    if ((SCORES.covered[slot] ?? 0) < minWeight) continue;
    const document = SCORES.documents[slot] ?? 0;
    if (confirmed?.[document] === 0)
      SCORES.relevance[slot] = (SCORES.relevance[slot] ?? 0) * UNCONFIRMED_SHARE;
    offerDocument(searching, segment, slot, identified?.[document] === 1);
  }
}

/** Returns the identifiers that the query names as a word that adds nothing to the relevance. */
function getNamePostings(segment: Segment, identifiers: readonly number[]): ConceptPostings[] {
  if (identifiers.length === 0) return [];
  const alternatives = identifiers.map((term) => ({ terms: [term], inOrder: false, weight: 0 }));
  return getConceptPostings(segment, [{ text: '', alternatives, weight: 0 }]);
}

/**
 * Returns a weight of words below which no document that the query does not name can be among the best: relevance is at most the
 * greatest gain of the words that are held, lowered for missing words.
 */
function computeMinWeight({ plan, ranking, totalWeight }: Searching): number {
  const toAnswer = totalWeight * MIN_COVERAGE;
  const worst = getWorstCandidate(ranking);
  if (!worst || plan.phrases.length > 0) return toAnswer * ROUNDING;
  if (worst.tier > 0) return totalWeight * ROUNDING;
  const toReachWorst = ((computeMinRelevance(worst) / MAX_GAIN) * totalWeight ** 1.5) ** 0.4;
  return Math.min(totalWeight, Math.max(toAnswer, toReachWorst)) * ROUNDING;
}

function offerDocument(searching: Searching, segment: Segment, slot: number, isNamed: boolean): void {
  const { ranking, seen } = searching;
  const document = SCORES.documents[slot] ?? 0;
  const tier = computeTier(searching, segment, slot, isNamed);
  if (tier === NO_ANSWER) return;
  const relevance = computeRelevance(searching, slot);
  searching.bestRelevance = Math.max(searching.bestRelevance, relevance);
  const key = segment.keys[document] ?? 0;
  if (!mayRank(ranking, tier, relevance) || seen.has(key)) return;
  const available = segment.available[document] === 1;
  offerCandidate(ranking, {
    key,
    tier,
    relevance,
    band: computeBand(relevance),
    available,
    segment,
    document,
  });
}

function computeTier(searching: Searching, segment: Segment, slot: number, isNamed: boolean): number {
  const { plan, isListing, totalWeight } = searching;
  if (isListing) return 0;
  const matched = SCORES.matched[slot] ?? 0;
  const hasAll = matched > 0 && matched === plan.concepts.length;
  if (hasAll) searching.isWhole = true;
  const coversEnough = hasAll || (SCORES.covered[slot] ?? 0) >= totalWeight * MIN_COVERAGE;
  if (!coversEnough && !isNamed) return NO_ANSWER;
  const ofPhrases = hasPhrases(plan, segment, SCORES.documents[slot] ?? 0) ? PHRASE_TIER : 0;
  return (isNamed ? IDENTIFIER_TIER : 0) + ofPhrases + (hasAll ? ALL_WORDS_TIER : 0);
}

export function hasPhrases({ phrases }: QueryPlan, segment: Segment, document: number): boolean {
  return phrases.length > 0 && phrases.every(({ terms }) => hasTermsInOrder(segment, document, terms));
}

/** Returns whether a candidate belongs to the list: the list ends where products lack words and are far behind the best one. */
export function isFitting({ minShare, bestRelevance }: Searching, { tier, relevance }: Candidate): boolean {
  return tier >= ALL_WORDS_TIER || relevance >= minShare * bestRelevance;
}

/** A document that holds some words only loses more than their share. */
function computeRelevance({ totalWeight, isListing }: Searching, slot: number): number {
  if (isListing || totalWeight === 0) return 1;
  const relevance = SCORES.relevance[slot] ?? 0;
  return relevance * computeCoverageFactor((SCORES.covered[slot] ?? 0) / totalWeight);
}

/** Factor of a document that holds this share of the words, by their weights. */
export function computeCoverageFactor(coverage: number): number {
  return coverage >= 1 ? 1 : coverage * Math.sqrt(coverage);
}
