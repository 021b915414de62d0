import { mayBeNeighbors } from '../indexing/neighbors.ts';
import { getPostingsRange, type PostingsRange, type Segment } from '../indexing/segment.ts';
import type { Concept } from '../query/plan-query.ts';
import type { Alternative } from '../query/word-forms.ts';

/** An alternative, and the postings of each of its terms in one segment. */
export interface AlternativePostings extends Alternative {
  ranges: readonly PostingsRange[];
}

/** A word of the query, and its postings in one segment. */
export interface ConceptPostings {
  weight: number;
  /** Without terms that no document of the segment holds. */
  alternatives: readonly AlternativePostings[];
}

export function getConceptPostings(segment: Segment, concepts: readonly Concept[]): ConceptPostings[] {
  return concepts.map(({ weight, alternatives }) => ({
    weight,
    alternatives: alternatives.flatMap((alternative) => {
      const ranges = getRanges(segment, alternative);
      return ranges ? [{ ...alternative, ranges }] : [];
    }),
  }));
}

/** Returns undefined for an alternative that no document of the segment holds. */
export function getRanges(segment: Segment, { terms, inOrder }: Alternative): PostingsRange[] | undefined {
  if (inOrder && !mayBeNeighbors(segment.neighbors, terms)) return undefined;
  const ranges: PostingsRange[] = [];
  for (const term of terms) {
    const range = getPostingsRange(segment, term);
    if (range.from === range.to) return undefined;
    ranges.push(range);
  }
  return ranges;
}
