import type { SearchIndex } from './indexing/search-index.ts';
import type { Segment } from './indexing/segment.ts';
import { type Correction, planQuery, type QueryPlan } from './query/plan-query.ts';
import { withoutPrices } from './query/price-bounds.ts';
import { readQuery, type WrittenQuery } from './query/read-query.ts';
import type { Alternative } from './query/word-forms.ts';
import { getRanges } from './ranking/concept-postings.ts';
import { withoutExcluded } from './ranking/exclusions.ts';
import { type CatalogFilter, computePassingDocuments, readFilter } from './ranking/filter.ts';
import { getDocumentsHoldingAll, hasTermsInOrder } from './ranking/holding.ts';
import { measureDocuments, planBounds } from './ranking/measures.ts';
import { type Candidate, compareCandidates, computeBand, createRanking, fuse } from './ranking/ranking.ts';
import { computeNorms, type Norms } from './ranking/score-documents.ts';
import { isFitting, type Searching, searchSegment } from './ranking/search-segment.ts';
import { computeTitleFit } from './ranking/title-fit.ts';

export interface SearchQuery {
  /** Empty for all products that pass the filter. */
  text: string;
  filter?: CatalogFilter;
  first: number;
  /** Keys of products that earlier pages showed or passed over. */
  seen?: ReadonlySet<number>;
  /** Keys of products that mean what the text means, the nearest first (`pickNearestKeys`). */
  near?: readonly number[];
}

/** How a search was widened so that it finds something. */
export interface Relaxation {
  /** Words that no product of the shop holds, and prices that none has. */
  dropped: string[];
  /** Prices among `dropped`, as they were written. */
  prices?: readonly string[];
  /** Text of the search without these prices. */
  unpriced?: string;
  corrected: Correction[];
  /** True when no product holds all other words, so that the results hold some of them only. */
  partial: boolean;
}

export interface SearchResult {
  /** Keys of products, the best first. */
  keys: number[];
  hasMore: boolean;
  /** Undefined when the query was answered as it was written. */
  relaxation?: Relaxation;
  /** Words that the shop has and the query excludes. */
  excluded?: string[];
}

/** Candidates beyond the page whose titles are looked at: one of them may rise onto the page. */
const REFITTED = 100;

/** A list for a sentence ends at products of less than this share of the best one's relevance that lack words. */
const MIN_SHARE = 0.1;

/** Returns the products that answer a query best, in an order that depends on the catalog alone. */
export function search(index: SearchIndex, query: SearchQuery): SearchResult {
  const writtenQuery = readQuery(query.text, index.vocabulary.language);
  const { isWithin, result } = searchWritten(index, query, writtenQuery);
  if (isWithin || writtenQuery.bounds.length === 0) return result;
  const { result: widened } = searchWritten(index, query, { ...writtenQuery, bounds: [] });
  if (widened.keys.length === 0) return widened;
  const { dropped = [], corrected = [], partial = false } = widened.relaxation ?? {};
  const texts = writtenQuery.bounds.map(({ text }) => text);
  return { ...widened, relaxation: { dropped: [...texts, ...dropped], corrected, partial } };
}

/** `isWithin`: some product, of this page or another one, answers the words and is not beyond the measures that are asked for. */
function searchWritten(
  index: SearchIndex,
  query: SearchQuery,
  writtenQuery: WrittenQuery,
): { result: SearchResult; isWithin: boolean } {
  const plan = planOf(index, writtenQuery);
  const filter = readFilter(index.vocabulary, query.filter ?? {});
  const norms = computeIndexNorms(index);
  const searching: Searching = {
    plan,
    ranking: createRanking(query.first + 1 + REFITTED),
    seen: query.seen ?? new Set(),
    totalWeight: plan.concepts.reduce((sum, { weight }) => sum + weight, 0),
    isListing:
      query.text.trim() === '' ||
      (plan.concepts.length === 0 && plan.exclusions.length + plan.bounds.length > 0),
    isWhole: false,
    minShare: writtenQuery.isSentence ? MIN_SHARE : 0,
    bestRelevance: 0,
  };
  const bounds = planBounds(index.vocabulary, plan.bounds);
  const near = pickNearCandidates(searching, query.near);
  for (const segment of index.segments) {
    const allowed = withoutExcluded(segment, plan, computePassingDocuments(segment, filter));
    const measured = measureDocuments(segment, bounds, allowed);
    searchSegment(searching, segment, measured, norms);
    near.look(segment, measured.passing);
  }
  const refitted = refit(plan, searching.ranking.candidates);
  const fitting = refitted.filter((each) => isFitting(searching, each));
  const candidates = fuse(fitting, near.found());
  const keys = candidates.slice(0, query.first).map(({ key }) => key);
  const relaxation = toRelaxation(searching, keys.length > 0);
  const excluded = plan.exclusions.map(({ text }) => text);
  const result = {
    keys,
    hasMore: candidates.length > query.first,
    ...(relaxation ? { relaxation } : {}),
    ...(excluded.length > 0 ? { excluded } : {}),
  };
  return { result, isWithin: searching.bestRelevance > 0 };
}

/** Looks up a query in the words of this index. */
export function planOf(index: SearchIndex, query: WrittenQuery): QueryPlan {
  const hasOccurrence = (alternative: Alternative) =>
    index.segments.some((segment) => isHeldIn(segment, alternative));
  return planQuery(
    { vocabulary: index.vocabulary, documents: index.keys.size, occurs: hasOccurrence },
    query,
  );
}

function isHeldIn(segment: Segment, alternative: Alternative): boolean {
  const { terms, inOrder } = alternative;
  return getDocumentsHoldingAll(segment.postings, getRanges(segment, alternative) ?? []).some(
    (document) => segment.live[document] === 1 && (!inOrder || hasTermsInOrder(segment, document, terms)),
  );
}

export function computeIndexNorms({ keys, titleWords, descriptionWords }: SearchIndex): Norms {
  const count = Math.max(keys.size, 1);
  return computeNorms({ titleWords: titleWords / count, descriptionWords: descriptionWords / count });
}

/** Collects near products that pass. An identifier or a quoted phrase names what it means. */
function pickNearCandidates({ plan, seen }: Searching, keys: readonly number[] = []) {
  const isNamed = plan.identifiers.length > 0 || plan.phrases.length > 0;
  const ranks = new Map(isNamed ? [] : keys.map((key, rank) => [key, rank]));
  const candidates: Candidate[] = [];
  return {
    look(segment: Segment, passing: Readonly<Uint8Array>): void {
      if (ranks.size === 0) return;
      segment.keys.forEach((key, document) => {
        if (passing[document] !== 1 || !ranks.has(key) || seen.has(key)) return;
        const available = segment.available[document] === 1;
        candidates.push({ key, tier: 0, relevance: 0, band: 0, available, segment, document });
      });
    },
    found: () => candidates.sort((one, other) => (ranks.get(one.key) ?? 0) - (ranks.get(other.key) ?? 0)),
  };
}

/** Looks at the titles of the best candidates, which would take too long for all. */
function refit(plan: QueryPlan, candidates: readonly Candidate[]): Candidate[] {
  return candidates
    .map((each) => {
      const { segment, document } = each;
      const relevance = each.relevance * computeTitleFit(plan, segment, document);
      return { ...each, relevance, band: computeBand(relevance) };
    })
    .sort(compareCandidates);
}

/** Adds the prices of a text, which no product has, to what a search gave up. */
export function relaxPrices(
  text: string,
  prices: readonly string[],
  { dropped, corrected, partial }: Relaxation = { dropped: [], corrected: [], partial: false },
): Relaxation {
  const unpriced = withoutPrices(text).replaceAll(/\s+/g, ' ').trim();
  return { dropped: [...prices, ...dropped], prices, unpriced, corrected, partial };
}

function toRelaxation({ plan, isWhole }: Searching, hasFound: boolean): Relaxation | undefined {
  const { dropped, corrected } = plan;
  const partial = hasFound && plan.concepts.length > 1 && plan.identifiers.length === 0 && !isWhole;
  return partial || dropped.length > 0 || corrected.length > 0 ? { dropped, corrected, partial } : undefined;
}
