import {
  getPostingDocument,
  MAX_SEGMENT_DOCUMENTS,
  NO_POSTINGS,
  type PostingsRange,
  type Segment,
} from '../indexing/segment.ts';
import type { ConceptPostings } from './concept-postings.ts';
import { getDocumentsHoldingAll } from './holding.ts';
import type { Scores } from './score-documents.ts';

/** One for each document that is marked; used for one segment after the other, since nothing is awaited in between. */
const MARKS = new Uint8Array(MAX_SEGMENT_DOCUMENTS);

/**
 * Lists in `scores` the passing documents that may hold words of at least `minWeight`, found by the postings of the rarest words:
 * the other words together weigh less. With 0 it lists all documents that hold a word.
 */
export function selectCandidates(
  segment: Segment,
  concepts: readonly ConceptPostings[],
  { passing, minWeight }: { passing: Readonly<Uint8Array>; minWeight: number },
  scores: Scores,
): void {
  const lists = pickDecisiveConcepts(concepts, minWeight).flatMap(({ alternatives }) => alternatives);
  MARKS.fill(0);
  scores.count = 0;
  if (lists.length === 0) return;
  for (const { ranges } of lists) markHolding(segment, ranges);
  for (let document = 0; document < passing.length; document++)
    if (MARKS[document] === 1 && passing[document] === 1) scores.documents[scores.count++] = document;
}

export function selectAll(passing: Readonly<Uint8Array>, scores: Scores): void {
  scores.count = 0;
  for (let document = 0; document < passing.length; document++)
    if (passing[document] === 1) scores.documents[scores.count++] = document;
}

/** Returns the words with the fewest postings: a document without any of them cannot reach `minWeight`. */
function pickDecisiveConcepts(concepts: readonly ConceptPostings[], minWeight: number): ConceptPostings[] {
  let weightOfOthers = 0;
  return concepts
    .map((concept) => ({ concept, postings: countPostings(concept) }))
    .filter(({ postings }) => postings > 0)
    .sort((one, other) => other.postings - one.postings)
    .flatMap(({ concept }) => {
      weightOfOthers += concept.weight;
      return weightOfOthers < minWeight ? [] : [concept];
    });
}

function countPostings({ alternatives }: ConceptPostings): number {
  return alternatives.reduce(
    (sum, { ranges }) => sum + Math.min(...ranges.map(({ from, to }) => to - from)),
    0,
  );
}

/** Marks documents that hold all terms, in any order. */
function markHolding({ postings }: Segment, ranges: readonly PostingsRange[]): void {
  const [{ from, to } = NO_POSTINGS, ...others] = ranges;
  if (others.length > 0) for (const document of getDocumentsHoldingAll(postings, ranges)) mark(document);
  else for (let place = from; place < to; place++) mark(getPostingDocument(postings[place] ?? 0));
}

function mark(document: number): void {
  MARKS[document] = 1;
}
