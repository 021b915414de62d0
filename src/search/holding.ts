import { postingDocument, postingsRange, type Segment } from './segment.ts';

/** Returns 1 for each document of the segment that holds one of the terms. */
export function documentsHolding(segment: Segment, terms: readonly number[]): Uint8Array {
  const holding = new Uint8Array(segment.keys.length);
  for (const term of terms) {
    const [from, to] = postingsRange(segment, term);
    for (const posting of segment.postings.subarray(from, to)) holding[postingDocument(posting)] = 1;
  }
  return holding;
}

/** Returns the documents, except removed ones, that hold all terms; with `inOrder` one directly behind the other. */
export function documentsHoldingAll(segment: Segment, terms: readonly number[], inOrder: boolean): number[] {
  const heldSoFar = new Uint8Array(segment.keys.length);
  terms.forEach((term, index) => {
    const [from, to] = postingsRange(segment, term);
    for (let place = from; place < to; place++) {
      const document = postingDocument(segment.postings[place] ?? 0);
      if (heldSoFar[document] === index) heldSoFar[document] = index + 1;
    }
  });
  const held: number[] = [];
  let document = heldSoFar.indexOf(terms.length);
  while (document >= 0) {
    if (segment.live[document] === 1 && (!inOrder || holdsInOrder(segment, document, terms)))
      held.push(document);
    document = heldSoFar.indexOf(terms.length, document + 1);
  }
  return held;
}

/** Returns whether the terms stand one directly behind the other in the text of a document. */
export function holdsInOrder(
  { sequence, sequenceStarts }: Segment,
  document: number,
  terms: readonly number[],
): boolean {
  const [first = 0] = terms;
  const end = (sequenceStarts[document + 1] ?? 0) - terms.length;
  for (let place = sequenceStarts[document] ?? 0; place <= end; place++)
    if (sequence[place] === first && terms.every((term, index) => sequence[place + index] === term))
      return true;
  return false;
}
