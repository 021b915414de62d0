import type { Candidate } from './ranking.ts';

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
