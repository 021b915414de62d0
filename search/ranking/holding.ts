import {
  getFirstPosting,
  getPostingDocument,
  getPostingsRange,
  type PostingsRange,
  type Segment,
} from '../indexing/segment.ts';

/** Returns 1 for each document of the segment that holds one of the terms. */
export function getDocumentsHolding(segment: Segment, terms: readonly number[]): Uint8Array {
  const holding = new Uint8Array(segment.keys.length);
  for (const term of terms) {
    const { from, to } = getPostingsRange(segment, term);
    for (let place = from; place < to; place++) holding[getPostingDocument(segment.postings[place] ?? 0)] = 1;
  }
  return holding;
}

/** Returns the documents, removed ones among them, that are in all ranges; ascending. */
export function getDocumentsHoldingAll(postings: Uint32Array, ranges: readonly PostingsRange[]): number[] {
  const [shortest, ...others] = ranges.toSorted((one, other) => one.to - one.from - (other.to - other.from));
  const walks = others.map(({ from, to }) => ({ place: from, to }));
  const documents: number[] = [];
  for (let place = shortest?.from ?? 0; place < (shortest?.to ?? 0); place++) {
    const document = getPostingDocument(postings[place] ?? 0);
    if (walks.every((walk) => advancePosting(postings, walk, document) !== undefined))
      documents.push(document);
  }
  return documents;
}

/** Postings of a term that are walked by ascending documents. */
export interface Walk {
  place: number;
  to: number;
}

/** Moves on to a document and returns its posting; undefined for a document that is not there. */
export function advancePosting(postings: Uint32Array, walk: Walk, document: number): number | undefined {
  walk.place = getFirstPosting(postings, walk.place, walk.to, document);
  if (walk.place === walk.to) return undefined;
  const posting = postings[walk.place] ?? 0;
  return getPostingDocument(posting) === document ? posting : undefined;
}

/** Returns whether the terms stand one directly behind the other in the text of a document. */
export function hasTermsInOrder(
  { sequence, sequenceStarts }: Segment,
  document: number,
  terms: readonly number[],
): boolean {
  const [first = 0, second] = terms;
  const end = (sequenceStarts[document + 1] ?? 0) - terms.length;
  for (let place = sequenceStarts[document] ?? 0; place <= end; place++) {
    if (sequence[place] !== first || (second !== undefined && sequence[place + 1] !== second)) continue;
    if (terms.every((term, index) => sequence[place + index] === term)) return true;
  }
  return false;
}
