import type { Segment } from './segment.ts';

/** A document that answers a query. */
export interface Candidate {
  key: number;
  /** Ranks before relevance: an identifier of the query, its phrases, all of its words. */
  tier: number;
  relevance: number;
  /** Band of relevances that count as equal. */
  band: number;
  available: boolean;
  segment: Segment;
  document: number;
}

/** The best candidates so far. */
export interface Ranking {
  limit: number;
  candidates: Candidate[];
  /** The last of the best; undefined until there are enough. */
  worst?: Candidate;
}

/** Relevances that differ by less than this factor count as equal: what is in stock comes first among them. */
const BAND_FACTOR = 1.05;
const BAND = Math.log(BAND_FACTOR);
const SAME_BAND = 1 / BAND_FACTOR;

export function createRanking(limit: number): Ranking {
  return { limit, candidates: [] };
}

/** Returns whether a document of this tier and relevance may be among the best. */
export function mayRank({ worst }: Ranking, tier: number, relevance: number): boolean {
  if (!worst || tier > worst.tier) return true;
  return tier === worst.tier && relevance >= worst.relevance * SAME_BAND;
}

export function offerCandidate(ranking: Ranking, candidate: Candidate): void {
  ranking.candidates.push(candidate);
  if (ranking.candidates.length >= 2 * ranking.limit + 64) cut(ranking);
}

/** Returns the best candidates in their order. */
export function bestCandidates(ranking: Ranking): Candidate[] {
  cut(ranking);
  return ranking.candidates;
}

function cut(ranking: Ranking): void {
  ranking.candidates.sort(compareCandidates);
  ranking.candidates.length = Math.min(ranking.candidates.length, ranking.limit);
  const last = ranking.candidates.at(-1);
  if (last && ranking.candidates.length === ranking.limit) ranking.worst = last;
}

export function compareCandidates(one: Candidate, other: Candidate): number {
  return (
    other.tier - one.tier ||
    other.band - one.band ||
    Number(other.available) - Number(one.available) ||
    other.relevance - one.relevance ||
    one.key - other.key
  );
}

export function bandOf(relevance: number): number {
  return relevance > 0 ? Math.floor(Math.log(relevance) / BAND) : 0;
}
