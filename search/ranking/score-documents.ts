import { DESCRIPTION_WEIGHTS, OTHER_WEIGHTS, TITLE_WEIGHTS } from '../indexing/fields.ts';
import {
  getFirstPosting,
  getPostingCounts,
  getPostingDocument,
  MAX_SEGMENT_DOCUMENTS,
  NO_POSTINGS,
  type Segment,
} from '../indexing/segment.ts';
import type { AlternativePostings, ConceptPostings } from './concept-postings.ts';
import { advancePosting, hasTermsInOrder, type Walk } from './holding.ts';

/** BM25F: how soon repetition stops to count, and how much long fields weigh less. */
const K1 = 2;
const TITLE_B = 0.6;
const DESCRIPTION_B = 0.8;

/** Bound of what a word adds to the relevance of a document, by the weight of the word. */
export const MAX_GAIN = K1 + 1;

/** Averages of the whole index, which lengths of fields are compared with. */
interface Averages {
  titleWords: number;
  descriptionWords: number;
}

/** Documents of one segment and their scores, in one order; used for one segment after the other. */
export interface Scores {
  count: number;
  /** Ascending. */
  documents: Uint16Array;
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
    count: 0,
    documents: new Uint16Array(MAX_SEGMENT_DOCUMENTS),
    relevance: new Float64Array(MAX_SEGMENT_DOCUMENTS),
    covered: new Float64Array(MAX_SEGMENT_DOCUMENTS),
    matched: new Uint8Array(MAX_SEGMENT_DOCUMENTS),
    frequencies: new Float64Array(MAX_SEGMENT_DOCUMENTS),
  };
}

/** Returns by what the occurrences in a field of each length are multiplied. */
export function computeNorms({ titleWords, descriptionWords }: Averages): Norms {
  const computeFieldNorms = (size: number, b: number, average: number) => {
    const byLength = new Float64Array(size);
    for (let length = 0; length < size; length++)
      byLength[length] = 1 / (1 - b + (b * length) / Math.max(average, 1));
    return byLength;
  };
  return {
    title: computeFieldNorms(256, TITLE_B, titleWords),
    description: computeFieldNorms(512, DESCRIPTION_B, descriptionWords),
  };
}

/** Words of one segment that are being scored. */
interface Scoring {
  segment: Segment;
  norms: Norms;
  scores: Scores;
  /** Documents that cover less are left as they are: with all words to come they stay below the weight that is needed. */
  minCovered: number;
}

/**
 * Scores the documents that `scores` names. A document that holds words of less than `minWeight` may be scored in part: its
 * `covered` stays below that weight.
 */
export function scoreDocuments(
  segment: Segment,
  concepts: readonly ConceptPostings[],
  norms: Norms,
  scores: Scores,
  minWeight = 0,
): void {
  const { relevance, covered, matched, count } = scores;
  relevance.fill(0, 0, count);
  covered.fill(0, 0, count);
  matched.fill(0, 0, count);
  let weightToCome = concepts.reduce((sum, { weight }) => sum + weight, 0);
  for (const { alternatives, weight } of concepts) {
    const scoring = { segment, norms, scores, minCovered: minWeight - weightToCome };
    const [first, ...others] = alternatives;
    weightToCome -= weight;
    if (!first) continue;
    if (first.terms.length === 1 && others.length === 0) addGainsOfTerm(scoring, first, weight);
    else addGainsOfBest(scoring, alternatives, weight);
  }
}

/** Scores a word with one alternative of one term, as most words are. */
function addGainsOfTerm(
  { segment, norms, scores, minCovered }: Scoring,
  { ranges: [range = NO_POSTINGS], weight }: AlternativePostings,
  conceptWeight: number,
): void {
  const { documents, covered, count } = scores;
  const { postings } = segment;
  let place = range.from;
  for (let slot = 0; slot < count; slot++) {
    if ((covered[slot] ?? 0) < minCovered) continue;
    const document = documents[slot] ?? 0;
    place = getFirstPosting(postings, place, range.to, document);
    if (place === range.to) return;
    const posting = postings[place] ?? 0;
    if (getPostingDocument(posting) !== document) continue;
    const frequency = weight * computeFrequency(segment, posting, norms);
    if (frequency > 0) addGain(scores, slot, frequency, conceptWeight);
  }
}

/** Scores a word by the alternative that each document holds most. */
function addGainsOfBest(
  scoring: Scoring,
  alternatives: readonly AlternativePostings[],
  conceptWeight: number,
): void {
  const { scores, minCovered } = scoring;
  const { frequencies, covered, count } = scores;
  frequencies.fill(0, 0, count);
  for (const each of alternatives) raiseFrequencies(scoring, each);
  for (let slot = 0; slot < count; slot++) {
    const frequency = frequencies[slot] ?? 0;
    if (frequency > 0 && (covered[slot] ?? 0) >= minCovered) addGain(scores, slot, frequency, conceptWeight);
  }
}

function addGain(scores: Scores, slot: number, frequency: number, weight: number): void {
  const { relevance, covered, matched } = scores;
  const gain = (weight * frequency * (K1 + 1)) / (frequency + K1);
  relevance[slot] = (relevance[slot] ?? 0) + gain;
  covered[slot] = (covered[slot] ?? 0) + weight;
  matched[slot] = (matched[slot] ?? 0) + 1;
}

/** Raises the frequency of each document that holds the alternative to the frequency of its rarest term. */
function raiseFrequencies(
  { segment, norms, scores, minCovered }: Scoring,
  { terms, inOrder, weight, ranges }: AlternativePostings,
): void {
  const { documents, covered, frequencies, count } = scores;
  const walks = ranges.map(({ from, to }): Walk => ({ place: from, to }));
  for (let slot = 0; slot < count; slot++) {
    if ((covered[slot] ?? 0) < minCovered) continue;
    const document = documents[slot] ?? 0;
    const frequency = weight * computeLowestFrequency(segment, walks, document, norms);
    if (frequency <= (frequencies[slot] ?? 0)) continue;
    if (!inOrder || hasTermsInOrder(segment, document, terms)) frequencies[slot] = frequency;
  }
}

/** Returns 0 for a document that lacks one of the terms. */
function computeLowestFrequency(
  segment: Segment,
  walks: readonly Walk[],
  document: number,
  norms: Norms,
): number {
  let lowest = Number.POSITIVE_INFINITY;
  for (const walk of walks) {
    const posting = advancePosting(segment.postings, walk, document);
    if (posting === undefined) return 0;
    lowest = Math.min(lowest, computeFrequency(segment, posting, norms));
  }
  return lowest;
}

function computeFrequency(
  { titleLengths, descriptionLengths }: Segment,
  posting: number,
  norms: Norms,
): number {
  const document = getPostingDocument(posting);
  const counts = getPostingCounts(posting);
  return (
    (TITLE_WEIGHTS[counts] ?? 0) * (norms.title[titleLengths[document] ?? 0] ?? 0) +
    (DESCRIPTION_WEIGHTS[counts] ?? 0) * (norms.description[descriptionLengths[document] ?? 0] ?? 0) +
    (OTHER_WEIGHTS[counts] ?? 0)
  );
}
