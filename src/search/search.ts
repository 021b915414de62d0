import { type CatalogFilter, passingDocuments, readFilter } from './filter.ts';
import { documentsHolding, documentsHoldingAll, holdsInOrder } from './holding.ts';
import { type Alternative, type Correction, planQuery, type QueryPlan } from './plan-query.ts';
import {
  bandOf,
  bestCandidates,
  type Candidate,
  compareCandidates,
  createRanking,
  mayRank,
  offerCandidate,
  type Ranking,
} from './ranking.ts';
import { readQuery, type WrittenQuery } from './read-query.ts';
import { createScores, type Norms, normsOf, type Scores, scoreSegment } from './score-segment.ts';
import type { SearchIndex } from './search-index.ts';
import type { Segment } from './segment.ts';
import { titleFit } from './title-fit.ts';

export interface SearchQuery {
  /** Empty for all products that pass the filter. */
  text: string;
  filter?: CatalogFilter;
  /** Most products to return. */
  first: number;
  /** Keys of products that earlier pages showed or passed over. */
  seen?: ReadonlySet<number>;
}

/** How a search was widened so that it finds something. */
export interface Relaxation {
  /** Words that no product of the shop holds. */
  dropped: string[];
  corrected: Correction[];
  /** True when no product holds all other words, so that the results hold some of them only. */
  partial: boolean;
}

export interface SearchResult {
  /** Keys of products, the best first. */
  keys: number[];
  /** Whether more products follow. */
  hasMore: boolean;
  /** Undefined when the query was answered as it was written. */
  relaxation?: Relaxation;
}

/** Documents that hold less of the query, by the weight of its words, are no answer. */
const MIN_COVERAGE = 0.1;

/** Candidates beyond the page whose titles are looked at: one of them may rise onto the page. */
const REFITTED = 100;

const IDENTIFIER_TIER = 4;
const PHRASE_TIER = 2;
const ALL_WORDS_TIER = 1;
const NO_ANSWER = -1;

interface Searching {
  plan: QueryPlan;
  scores: Scores;
  ranking: Ranking;
  seen: ReadonlySet<number>;
  totalWeight: number;
  /** Without words: all products that pass the filter. */
  isListing: boolean;
  /** Whether some document holds all words. */
  isWhole: boolean;
}

/** Returns the products that answer a query best, in an order that depends on the catalog alone. */
export function search(index: SearchIndex, query: SearchQuery): SearchResult {
  const plan = planOf(index, readQuery(query.text, index.vocabulary.language));
  const filter = readFilter(index.vocabulary, query.filter ?? {});
  const norms = normsOfIndex(index);
  const searching: Searching = {
    plan,
    scores: createScores(),
    ranking: createRanking(query.first + 1 + REFITTED),
    seen: query.seen ?? new Set(),
    totalWeight: plan.concepts.reduce((sum, { weight }) => sum + weight, 0),
    isListing: query.text.trim() === '',
    isWhole: false,
  };
  for (const segment of index.segments) {
    const passing = passingDocuments(segment, filter);
    scoreSegment(segment, plan.concepts, norms, searching.scores);
    offerSegment(searching, segment, passing);
  }
  const found = refit(plan, bestCandidates(searching.ranking));
  const keys = found.slice(0, query.first).map(({ key }) => key);
  const relaxation = relaxationOf(searching, keys.length > 0);
  return { keys, hasMore: found.length > query.first, ...(relaxation ? { relaxation } : {}) };
}

/** Looks up a query in the words of this index. */
export function planOf(index: SearchIndex, written: WrittenQuery): QueryPlan {
  const occurs = ({ terms, inOrder }: Alternative) =>
    index.segments.some((segment) => documentsHoldingAll(segment, terms, inOrder).length > 0);
  return planQuery({ vocabulary: index.vocabulary, documents: index.keys.size, occurs }, written);
}

export function normsOfIndex({ keys, titleWords, descriptionWords }: SearchIndex): Norms {
  const count = Math.max(keys.size, 1);
  return normsOf({ titleWords: titleWords / count, descriptionWords: descriptionWords / count });
}

function offerSegment(searching: Searching, segment: Segment, passing: Readonly<Uint8Array>): void {
  const { plan, ranking, seen, scores, isListing } = searching;
  const named = documentsHolding(segment, plan.identifiers);
  for (let document = 0; document < passing.length; document++) {
    if (passing[document] === 0) continue;
    if (scores.matched[document] === 0 && named[document] === 0 && !isListing) continue;
    const tier = tierOf(searching, segment, document, named[document] === 1);
    if (tier === NO_ANSWER) continue;
    const relevance = relevanceOf(searching, document);
    const key = segment.keys[document] ?? 0;
    if (!mayRank(ranking, tier, relevance) || seen.has(key)) continue;
    const available = segment.available[document] === 1;
    offerCandidate(ranking, {
      key,
      tier,
      relevance,
      band: bandOf(relevance),
      available,
      segment,
      document,
    });
  }
}

function tierOf(searching: Searching, segment: Segment, document: number, isNamed: boolean): number {
  const { plan, scores, isListing, totalWeight } = searching;
  if (isListing) return 0;
  const matched = scores.matched[document] ?? 0;
  const hasAll = matched > 0 && matched === plan.concepts.length;
  if (hasAll) searching.isWhole = true;
  const coversEnough = hasAll || (scores.covered[document] ?? 0) >= totalWeight * MIN_COVERAGE;
  if (!coversEnough && !isNamed) return NO_ANSWER;
  const hasPhrases = holdsPhrases(plan, segment, document);
  return (
    IDENTIFIER_TIER * Number(isNamed) + PHRASE_TIER * Number(hasPhrases) + ALL_WORDS_TIER * Number(hasAll)
  );
}

export function holdsPhrases({ phrases }: QueryPlan, segment: Segment, document: number): boolean {
  return phrases.length > 0 && phrases.every(({ terms }) => holdsInOrder(segment, document, terms));
}

/** A document that holds some words only loses more than their share. */
function relevanceOf({ scores, totalWeight, isListing }: Searching, document: number): number {
  if (isListing || totalWeight === 0) return 1;
  const relevance = scores.relevance[document] ?? 0;
  return relevance * coverageFactor((scores.covered[document] ?? 0) / totalWeight);
}

/** Factor of a document that holds this share of the words, by their weights. */
export function coverageFactor(coverage: number): number {
  return coverage >= 1 ? 1 : coverage * Math.sqrt(coverage);
}

/** Looks at the titles of the best candidates, which would take too long for all. */
function refit(plan: QueryPlan, candidates: readonly Candidate[]): Candidate[] {
  return candidates
    .map((each) => {
      const relevance = each.relevance * titleFit(plan, each.segment, each.document);
      return { ...each, relevance, band: bandOf(relevance) };
    })
    .sort(compareCandidates);
}

function relaxationOf({ plan, isWhole }: Searching, hasFound: boolean): Relaxation | undefined {
  const { dropped, corrected } = plan;
  const partial = hasFound && plan.concepts.length > 1 && plan.identifiers.length === 0 && !isWhole;
  return partial || dropped.length > 0 || corrected.length > 0 ? { dropped, corrected, partial } : undefined;
}
