import { DESCRIPTION_WEIGHTS, OTHER_WEIGHTS, TITLE_WEIGHTS } from './fields.ts';
import { documentsHoldingAll } from './holding.ts';
import type { Alternative, Concept } from './plan-query.ts';
import {
  MAX_SEGMENT_DOCUMENTS,
  postingCounts,
  postingDocument,
  postingsRange,
  type Segment,
} from './segment.ts';

/** BM25F: how soon repetition stops to count, and how much long fields weigh less. */
const K1 = 2;
const TITLE_B = 0.6;
const DESCRIPTION_B = 0.8;

/** Averages of the whole index, which lengths of fields are compared with. */
export interface Averages {
  titleWords: number;
  descriptionWords: number;
}

/** Scores of the documents of one segment; used for one segment after the other. */
export interface Scores {
  /** Sum over the words of the query. */
  relevance: Float64Array;
  /** Weight of the words that the document holds. */
  covered: Float64Array;
  /** How many words of the query it holds. */
  matched: Uint8Array;
  /** Frequency of the word that is being counted. */
  frequencies: Float64Array;
}

export interface Norms {
  title: Float64Array;
  description: Float64Array;
}

export function createScores(): Scores {
  return {
    relevance: new Float64Array(MAX_SEGMENT_DOCUMENTS),
    covered: new Float64Array(MAX_SEGMENT_DOCUMENTS),
    matched: new Uint8Array(MAX_SEGMENT_DOCUMENTS),
    frequencies: new Float64Array(MAX_SEGMENT_DOCUMENTS),
  };
}

/** Returns by what the occurrences in a field of each length are multiplied. */
export function normsOf({ titleWords, descriptionWords }: Averages): Norms {
  const norms = (size: number, b: number, average: number) => {
    const byLength = new Float64Array(size);
    for (let length = 0; length < size; length++)
      byLength[length] = 1 / (1 - b + (b * length) / Math.max(average, 1));
    return byLength;
  };
  return {
    title: norms(256, TITLE_B, titleWords),
    description: norms(512, DESCRIPTION_B, descriptionWords),
  };
}

/** Scores every document of the segment that holds a word of the query. */
export function scoreSegment(
  segment: Segment,
  concepts: readonly Concept[],
  norms: Norms,
  scores: Scores,
): void {
  const size = segment.keys.length;
  scores.relevance.fill(0, 0, size);
  scores.covered.fill(0, 0, size);
  scores.matched.fill(0, 0, size);
  const { frequencies } = scores;
  for (const { alternatives, weight } of concepts) {
    const [first, ...others] = alternatives;
    if (first?.terms.length === 1 && others.length === 0) {
      addGains(segment, first, weight, norms, scores);
      continue;
    }
    frequencies.fill(0, 0, size);
    for (const each of alternatives) addFrequencies(segment, each, norms, frequencies);
    for (let document = 0; document < size; document++) {
      const frequency = frequencies[document] ?? 0;
      if (frequency > 0) addGain(scores, document, frequency, weight);
    }
  }
}

/** Scores a word with one alternative of one term, as most words are, without a look at documents that lack it. */
function addGains(
  segment: Segment,
  { terms: [term = 0], weight }: Alternative,
  conceptWeight: number,
  norms: Norms,
  scores: Scores,
): void {
  const [from, to] = postingsRange(segment, term);
  for (let place = from; place < to; place++) {
    const posting = segment.postings[place] ?? 0;
    const frequency = weight * frequencyOf(segment, posting, norms);
    if (frequency > 0) addGain(scores, postingDocument(posting), frequency, conceptWeight);
  }
}

function addGain(
  { relevance, covered, matched }: Scores,
  document: number,
  frequency: number,
  weight: number,
): void {
  const gain = (weight * frequency * (K1 + 1)) / (frequency + K1);
  relevance[document] = (relevance[document] ?? 0) + gain;
  covered[document] = (covered[document] ?? 0) + weight;
  matched[document] = (matched[document] ?? 0) + 1;
}

/** Raises the frequency of each document to that of this alternative. */
function addFrequencies(segment: Segment, one: Alternative, norms: Norms, frequencies: Float64Array): void {
  const [term = 0, ...others] = one.terms;
  if (others.length === 0) raiseByTerm(segment, term, one.weight, norms, frequencies);
  else raiseByAll(segment, one, norms, frequencies);
}

function raiseByTerm(
  segment: Segment,
  term: number,
  weight: number,
  norms: Norms,
  frequencies: Float64Array,
): void {
  const [from, to] = postingsRange(segment, term);
  for (let place = from; place < to; place++) {
    const posting = segment.postings[place] ?? 0;
    const document = postingDocument(posting);
    const frequency = weight * frequencyOf(segment, posting, norms);
    if (frequency > (frequencies[document] ?? 0)) frequencies[document] = frequency;
  }
}

function frequencyOf({ titleLengths, descriptionLengths }: Segment, posting: number, norms: Norms): number {
  const document = postingDocument(posting);
  const counts = postingCounts(posting);
  return (
    (TITLE_WEIGHTS[counts] ?? 0) * (norms.title[titleLengths[document] ?? 0] ?? 0) +
    (DESCRIPTION_WEIGHTS[counts] ?? 0) * (norms.description[descriptionLengths[document] ?? 0] ?? 0) +
    (OTHER_WEIGHTS[counts] ?? 0)
  );
}

/** Raises the frequency of documents that hold all terms to that of the rarest one. */
function raiseByAll(
  segment: Segment,
  { terms, inOrder, weight }: Alternative,
  norms: Norms,
  frequencies: Float64Array,
): void {
  const held = documentsHoldingAll(segment, terms, inOrder);
  if (held.length === 0) return;
  const lowest = new Float64Array(segment.keys.length);
  for (const document of held) lowest[document] = Number.POSITIVE_INFINITY;
  for (const term of terms) lowerByTerm(segment, term, norms, lowest);
  for (const document of held)
    frequencies[document] = Math.max(frequencies[document] ?? 0, (lowest[document] ?? 0) * weight);
}

/** Lowers the frequency of each document that has one to that of this term. */
function lowerByTerm(segment: Segment, term: number, norms: Norms, lowest: Float64Array): void {
  const [from, to] = postingsRange(segment, term);
  for (let place = from; place < to; place++) {
    const posting = segment.postings[place] ?? 0;
    const document = postingDocument(posting);
    const before = lowest[document] ?? 0;
    if (before > 0) lowest[document] = Math.min(before, frequencyOf(segment, posting, norms));
  }
}
