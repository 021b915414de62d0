import { FIELD_BITS } from './fields.ts';
import type { IndexedDocument } from './index-document.ts';
import { buildNeighbors } from './neighbors.ts';

/** Documents of one segment: their numbers fit beside the field counts in 23 bits. */
export const MAX_SEGMENT_DOCUMENTS = 2_048;
const COUNTS_MASK = (1 << FIELD_BITS) - 1;
const DOCUMENT_STEP = 1 << FIELD_BITS;
const TERM_STEP = DOCUMENT_STEP * MAX_SEGMENT_DOCUMENTS;

/** A part of an index that does not change, but for the documents that are marked as removed. */
export interface Segment {
  keys: Float64Array;
  /** 1 for a document that is in the index, 0 for a removed one. */
  live: Uint8Array;
  available: Uint8Array;
  minPrices: Float64Array;
  maxPrices: Float64Array;
  /** Words of the title and of the description. */
  titleLengths: Uint8Array;
  descriptionLengths: Uint16Array;
  /** Ascending; the postings of a term begin at the same place of `starts`. */
  terms: Uint32Array;
  starts: Uint32Array;
  /** Document and field counts, see `getPostingDocument` and `getPostingCounts`. */
  postings: Uint32Array;
  /** Terms of each document in the order of its text. */
  sequence: Uint32Array;
  sequenceStarts: Uint32Array;
  /** Filter of neighbors in `sequence`, see `mayBeNeighbors`. */
  neighbors: Uint32Array;
}

export function getPostingDocument(posting: number): number {
  return posting >>> FIELD_BITS;
}

export function getPostingCounts(posting: number): number {
  return posting & COUNTS_MASK;
}

/** Builds a segment of at most `MAX_SEGMENT_DOCUMENTS` documents. */
export function buildSegment(documents: readonly IndexedDocument[]): Segment {
  const sequenceStarts = computeStarts(documents.map(({ sequence }) => sequence.length));
  const sequence = new Uint32Array(sequenceStarts.at(-1) ?? 0);
  documents.forEach((document, index) => {
    sequence.set(document.sequence, sequenceStarts[index]);
  });
  return {
    keys: Float64Array.from(documents, ({ key }) => key),
    live: new Uint8Array(documents.length).fill(1),
    available: Uint8Array.from(documents, ({ available }) => Number(available)),
    minPrices: Float64Array.from(documents, ({ minPrice }) => minPrice),
    maxPrices: Float64Array.from(documents, ({ maxPrice }) => maxPrice),
    titleLengths: Uint8Array.from(documents, ({ titleLength }) => titleLength),
    descriptionLengths: Uint16Array.from(documents, ({ descriptionLength }) => descriptionLength),
    ...buildPostings(documents),
    sequence,
    sequenceStarts,
    neighbors: buildNeighbors(sequence),
  };
}

/** Postings of a term in a segment; empty when no document holds it. */
export interface PostingsRange {
  from: number;
  to: number;
}

export const NO_POSTINGS: PostingsRange = { from: 0, to: 0 };

export function getPostingsRange({ terms, starts }: Segment, term: number): PostingsRange {
  let low = 0;
  let high = terms.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((terms[middle] ?? 0) < term) low = middle + 1;
    else high = middle;
  }
  return terms[low] === term ? { from: starts[low] ?? 0, to: starts[low + 1] ?? 0 } : NO_POSTINGS;
}

/** Returns the place of the first posting from `from` on of this document or a later one, `to` when there is none. */
export function getFirstPosting(postings: Uint32Array, from: number, to: number, document: number): number {
  const posting = document << FIELD_BITS;
  if (from >= to || (postings[from] ?? 0) >= posting) return from;
  let before = from;
  let step = 1;
  while (before + step < to && (postings[before + step] ?? 0) < posting) {
    before += step;
    step *= 2;
  }
  let behind = Math.min(before + step, to);
  while (behind - before > 1) {
    const middle = (before + behind) >>> 1;
    if ((postings[middle] ?? 0) < posting) before = middle;
    else behind = middle;
  }
  return behind;
}

export function computeSegmentBytes(segment: Segment): number {
  return Object.values(segment).reduce((sum, list) => sum + list.byteLength, 0);
}

/** Returns the places at which lists of these lengths begin when they are put one behind the other, and the end. */
export function computeStarts(lengths: readonly number[]): Uint32Array {
  const starts = new Uint32Array(lengths.length + 1);
  lengths.forEach((length, index) => {
    starts[index + 1] = (starts[index] ?? 0) + length;
  });
  return starts;
}

/** Sorts all occurrences as numbers of term, document and counts. */
function buildPostings(
  documents: readonly IndexedDocument[],
): Pick<Segment, 'terms' | 'starts' | 'postings'> {
  const entries = Float64Array.from(
    documents.flatMap(({ counts }, document) =>
      Array.from(counts, ([term, count]) => term * TERM_STEP + document * DOCUMENT_STEP + count),
    ),
  ).sort();
  const postings = new Uint32Array(entries.length);
  const terms: number[] = [];
  const starts: number[] = [];
  entries.forEach((entry, place) => {
    const term = Math.floor(entry / TERM_STEP);
    if (terms.at(-1) !== term) {
      terms.push(term);
      starts.push(place);
    }
    postings[place] = entry - term * TERM_STEP;
  });
  return { terms: Uint32Array.from(terms), starts: Uint32Array.from([...starts, entries.length]), postings };
}
