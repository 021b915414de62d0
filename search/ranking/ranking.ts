import type { Segment } from '../indexing/segment.ts';

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
  /** In no order; a heap with the worst one first as soon as there are enough. */
  candidates: Candidate[];
}

/** Relevances that differ by less than this factor count as equal: what is in stock comes first among them. */
const BAND_FACTOR = 1.05;
const BAND = Math.log(BAND_FACTOR);
const SAME_BAND = 1 / BAND_FACTOR;

export function createRanking(limit: number): Ranking {
  return { limit, candidates: [] };
}

/** Returns the last of the best; undefined until there are enough. */
export function getWorstCandidate({ candidates, limit }: Ranking): Candidate | undefined {
  return candidates.length < limit ? undefined : candidates[0];
}

/** Returns whether a document of this tier and relevance may be among the best. */
export function mayRank(ranking: Ranking, tier: number, relevance: number): boolean {
  const worst = getWorstCandidate(ranking);
  if (!worst || tier > worst.tier) return true;
  return tier === worst.tier && relevance >= computeMinRelevance(worst);
}

/** Returns the relevance below which a document of the same tier ranks behind a candidate. */
export function computeMinRelevance({ relevance }: Candidate): number {
  return relevance * SAME_BAND;
}

export function offerCandidate({ candidates, limit }: Ranking, candidate: Candidate): void {
  if (candidates.length < limit) {
    candidates.push(candidate);
    if (candidates.length < limit) return;
    for (let place = limit >>> 1; place >= 0; place--) sink(candidates, place);
  } else if (candidates[0] && compareCandidates(candidate, candidates[0]) < 0) {
    candidates[0] = candidate;
    sink(candidates, 0);
  }
}

/** Moves a candidate of the heap behind all that are worse. */
function sink(candidates: Candidate[], from: number): void {
  const sinking = candidates[from];
  let place = from;
  for (let child = 2 * place + 1; sinking && child < candidates.length; child = 2 * place + 1) {
    const right = candidates[child + 1];
    let worse = candidates[child];
    if (worse && right && compareCandidates(worse, right) < 0) {
      worse = right;
      child += 1;
    }
    if (!worse || compareCandidates(worse, sinking) < 0) break;
    candidates[place] = worse;
    place = child;
  }
  if (sinking) candidates[place] = sinking;
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

export function computeBand(relevance: number): number {
  return relevance > 0 ? Math.floor(Math.log(relevance) / BAND) : 0;
}

/** Damps the first ranks: reciprocal rank fusion (Cormack, Clarke and Büttcher, 2009) found 60 to do well everywhere. */
const DAMPING = 60;

/** Fuses products that hold a query's words with products of the same meaning; products in both lists come first. */
export function fuse(fitting: readonly Candidate[], near: readonly Candidate[]): Candidate[] {
  const scores = new Map<number, number>();
  const candidates = new Map<number, Candidate>();
  for (const list of [fitting, near])
    list.forEach((candidate, rank) => {
      const { key } = candidate;
      candidates.set(key, candidates.get(key) ?? candidate);
      scores.set(key, (scores.get(key) ?? 0) + 1 / (DAMPING + rank));
    });
  const scoreOf = ({ key }: Candidate) => scores.get(key) ?? 0;
  return [...candidates.values()].sort((one, other) => scoreOf(other) - scoreOf(one));
}
