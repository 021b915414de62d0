import { FIELD_BITS } from './fields.ts';
import { buildNeighbors } from './neighbors.ts';
import { computeStarts, getPostingCounts, getPostingDocument, type Segment } from './segment.ts';

/** New number of each document of a segment; -1 for a removed one. */
type Renumbering = Int32Array;

/** Returns one segment of the documents of two that are not removed, in their order. */
export function mergeSegments(one: Segment, other: Segment): Segment {
  const numbers = renumber(one, 0);
  const otherNumbers = renumber(other, Math.max(-1, ...numbers) + 1);
  const sequences = [...readSequences(one), ...readSequences(other)];
  const sequenceStarts = computeStarts(sequences.map(({ length }) => length));
  const sequence = new Uint32Array(sequenceStarts.at(-1) ?? 0);
  sequences.forEach((terms, document) => {
    sequence.set(terms, sequenceStarts[document]);
  });
  return {
    keys: new Float64Array([...readLive(one, 'keys'), ...readLive(other, 'keys')]),
    live: new Uint8Array(sequences.length).fill(1),
    available: new Uint8Array([...readLive(one, 'available'), ...readLive(other, 'available')]),
    minPrices: new Float64Array([...readLive(one, 'minPrices'), ...readLive(other, 'minPrices')]),
    maxPrices: new Float64Array([...readLive(one, 'maxPrices'), ...readLive(other, 'maxPrices')]),
    titleLengths: new Uint8Array([...readLive(one, 'titleLengths'), ...readLive(other, 'titleLengths')]),
    descriptionLengths: new Uint16Array([
      ...readLive(one, 'descriptionLengths'),
      ...readLive(other, 'descriptionLengths'),
    ]),
    ...mergePostings([one, numbers], [other, otherNumbers]),
    sequence,
    sequenceStarts,
    neighbors: buildNeighbors(sequence),
  };
}

function renumber({ live }: Segment, from: number): Renumbering {
  let next = from;
  return Int32Array.from(live, (isLive) => (isLive ? next++ : -1));
}

/** Values of the documents that are not removed. */
function readLive(segment: Segment, name: DocumentValues): number[] {
  return Array.from(segment[name]).filter((_, document) => segment.live[document]);
}

type DocumentValues =
  | 'keys'
  | 'available'
  | 'minPrices'
  | 'maxPrices'
  | 'titleLengths'
  | 'descriptionLengths';

function readSequences({ live, sequence, sequenceStarts }: Segment): Uint32Array[] {
  return Array.from(live, (_, document) =>
    sequence.subarray(sequenceStarts[document], sequenceStarts[document + 1]),
  ).filter((_, document) => live[document]);
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
