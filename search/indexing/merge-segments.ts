import { FIELD_BITS } from './fields.ts';
import { buildNeighbors } from './neighbors.ts';
import { computeStarts, getPostingCounts, getPostingDocument, type Segment } from './segment.ts';

/** New number of each document of a segment; -1 for a removed one. */
type Renumbering = Int32Array;

/** Returns one segment of the documents of two that are not removed, in their order. */
export function mergeSegments(one: Segment, other: Segment): Segment {
  const first = renumber(one, 0);
  const second = renumber(other, first.survivors.length);
  const lengths = [
    ...getSequenceLengths(one, first.survivors),
    ...getSequenceLengths(other, second.survivors),
  ];
  const sequenceStarts = computeStarts(lengths);
  const size = first.survivors.length + second.survivors.length;
  const merged = {
    keys: new Float64Array(size),
    live: new Uint8Array(size).fill(1),
    available: new Uint8Array(size),
    minPrices: new Float64Array(size),
    maxPrices: new Float64Array(size),
    titleLengths: new Uint8Array(size),
    descriptionLengths: new Uint16Array(size),
    sequence: new Uint32Array(sequenceStarts.at(-1) ?? 0),
    sequenceStarts,
  };
  copyDocuments(one, first.survivors, merged, 0);
  copyDocuments(other, second.survivors, merged, first.survivors.length);
  const neighbors = buildNeighbors(merged.sequence);
  return { ...merged, neighbors, ...mergePostings([one, first.numbers], [other, second.numbers]) };
}

function renumber({ live }: Segment, from: number): { numbers: Renumbering; survivors: number[] } {
  const numbers = new Int32Array(live.length).fill(-1);
  const survivors: number[] = [];
  live.forEach((isLive, document) => {
    if (!isLive) return;
    numbers[document] = from + survivors.length;
    survivors.push(document);
  });
  return { numbers, survivors };
}

function getSequenceLengths({ sequenceStarts }: Segment, survivors: readonly number[]): number[] {
  return survivors.map((document) => (sequenceStarts[document + 1] ?? 0) - (sequenceStarts[document] ?? 0));
}

type Documents = Omit<Segment, 'terms' | 'starts' | 'postings' | 'neighbors'>;

function copyDocuments(from: Documents, survivors: readonly number[], to: Documents, offset: number): void {
  survivors.forEach((document, index) => {
    const place = offset + index;
    to.keys[place] = from.keys[document] ?? 0;
    to.available[place] = from.available[document] ?? 0;
    to.minPrices[place] = from.minPrices[document] ?? 0;
    to.maxPrices[place] = from.maxPrices[document] ?? 0;
    to.titleLengths[place] = from.titleLengths[document] ?? 0;
    to.descriptionLengths[place] = from.descriptionLengths[document] ?? 0;
    const sequence = from.sequence.subarray(from.sequenceStarts[document], from.sequenceStarts[document + 1]);
    to.sequence.set(sequence, to.sequenceStarts[place]);
  });
}

/** Walks the terms of both in their order; within a term the documents of the first come before documents of the second. */
function mergePostings(
  first: readonly [Segment, Renumbering],
  second: readonly [Segment, Renumbering],
): Pick<Segment, 'terms' | 'starts' | 'postings'> {
  const [one] = first;
  const [other] = second;
  const postings = new Uint32Array(one.postings.length + other.postings.length);
  const terms: number[] = [];
  const starts: number[] = [];
  let length = 0;
  for (let left = 0, right = 0; left < one.terms.length || right < other.terms.length; ) {
    const term = Math.min(one.terms[left] ?? Infinity, other.terms[right] ?? Infinity);
    const begin = length;
    if (one.terms[left] === term) length = copyPostings(first, left++, postings, length);
    if (other.terms[right] === term) length = copyPostings(second, right++, postings, length);
    if (length === begin) continue;
    terms.push(term);
    starts.push(begin);
  }
  return {
    terms: Uint32Array.from(terms),
    starts: Uint32Array.from([...starts, length]),
    postings: postings.slice(0, length),
  };
}

/** Returns the length of the target behind the copied postings. */
function copyPostings(
  [{ starts, postings }, numbers]: readonly [Segment, Renumbering],
  place: number,
  target: Uint32Array,
  length: number,
): number {
  let end = length;
  for (let index = starts[place] ?? 0; index < (starts[place + 1] ?? 0); index++) {
    const posting = postings[index] ?? 0;
    const document = numbers[getPostingDocument(posting)] ?? -1;
    if (document >= 0) target[end++] = (document << FIELD_BITS) | getPostingCounts(posting);
  }
  return end;
}
