import type { Language } from '../language/language.ts';
import { indexDocument } from './index-document.ts';
import { mergeSegments } from './merge-segments.ts';
import type { SearchDocument } from './search-document.ts';
import { buildSegment, computeSegmentBytes, MAX_SEGMENT_DOCUMENTS, type Segment } from './segment.ts';
import type { Vector } from './vectors.ts';
import {
  changeCount,
  computeVocabularyBytes,
  createVocabulary,
  NO_TERM,
  type Vocabulary,
} from './vocabulary.ts';

/** Documents that are read in one go: a few milliseconds. */
const BATCH_SIZE = 32;
/** A segment with a smaller part still in the index is written anew. */
const MIN_LIVE_SHARE = 0.5;
/** Rough bytes of a key in a set. */
const BYTES_PER_KEY = 40;
/** Rough bytes of a vector beside its components. */
const BYTES_PER_VECTOR = 200;

/** An inverted index of one store's catalog: derived data, rebuilt from the copy at any time. */
export interface SearchIndex {
  vocabulary: Vocabulary;
  /** From the largest to the smallest, except after removals. */
  segments: Segment[];
  /** Keys of all documents. */
  keys: Set<number>;
  titleWords: number;
  descriptionWords: number;
  /** Meanings of those documents that have one, by their keys. */
  vectors: Map<number, Vector>;
}

/** Products that are new, changed or gone since the last update of the index. */
export interface CatalogChanges {
  documents: readonly SearchDocument[];
  /** Keys of products that are no longer in the copy. */
  removed: readonly number[];
}

export function createSearchIndex(language: Language): SearchIndex {
  return {
    vocabulary: createVocabulary(language),
    segments: [],
    keys: new Set(),
    titleWords: 0,
    descriptionWords: 0,
    vectors: new Map(),
  };
}

/** Applies changes in batches; `pause` is awaited between them, so that other work is done meanwhile. */
export async function applyChanges(
  index: SearchIndex,
  { documents, removed }: CatalogChanges,
  pause: () => Promise<void>,
): Promise<void> {
  removeDocuments(index, new Set(removed));
  for (let from = 0; from < documents.length; from += BATCH_SIZE) {
    if (from > 0) await pause();
    putDocuments(index, documents.slice(from, from + BATCH_SIZE));
  }
}

/** Adds documents in one go, in place of those with the same keys. */
export function putDocuments(index: SearchIndex, documents: readonly SearchDocument[]): void {
  const latest = new Map(documents.map((document) => [document.key, document]));
  removeDocuments(index, new Set(latest.keys()));
  const indexed = Array.from(latest.values(), (document) => indexDocument(index.vocabulary, document));
  for (const document of indexed) {
    for (const term of document.counts.keys()) changeCount(index.vocabulary, term, 1);
    index.titleWords += document.titleLength;
    index.descriptionWords += document.descriptionLength;
  }
  for (const { key, vector } of latest.values()) {
    index.keys.add(key);
    if (vector) index.vectors.set(key, vector);
  }
  for (let from = 0; from < indexed.length; from += MAX_SEGMENT_DOCUMENTS)
    index.segments.push(buildSegment(indexed.slice(from, from + MAX_SEGMENT_DOCUMENTS)));
  mergeSmallest(index);
}

export function removeDocuments(index: SearchIndex, keys: ReadonlySet<number>): void {
  const indexed = new Set([...keys].filter((key) => index.keys.delete(key)));
  for (const key of indexed) index.vectors.delete(key);
  if (indexed.size === 0) return;
  for (const segment of index.segments)
    segment.keys.forEach((key, document) => {
      if (indexed.has(key) && segment.live[document]) removeDocument(index, segment, document);
    });
  index.segments = index.segments.flatMap((segment) => {
    const live = segment.live.reduce((sum, isLive) => sum + isLive, 0);
    if (live === 0) return [];
    const isWorn = live < segment.keys.length * MIN_LIVE_SHARE;
    return [isWorn ? mergeSegments(segment, buildSegment([])) : segment];
  });
}

/** Leftover terms above which an index is built anew. */
const MAX_LEFTOVER_TERMS = 10_000;

/** Returns whether most of the vocabulary is left over from products that changed or went. */
export function isWornOut({ vocabulary }: SearchIndex): boolean {
  return vocabulary.terms.size > 2 * vocabulary.liveTerms + MAX_LEFTOVER_TERMS;
}

/** Bytes of memory that the index takes, roughly. */
export function indexBytes({ vocabulary, segments, keys, vectors }: SearchIndex): number {
  const [first] = vectors.values();
  const perVector = (first?.components.length ?? 0) + BYTES_PER_VECTOR;
  const beside = computeVocabularyBytes(vocabulary) + keys.size * BYTES_PER_KEY + vectors.size * perVector;
  return segments.reduce((sum, segment) => sum + computeSegmentBytes(segment), beside);
}

function removeDocument(index: SearchIndex, segment: Segment, document: number): void {
  segment.live[document] = 0;
  const from = segment.sequenceStarts[document] ?? 0;
  const terms = new Set(segment.sequence.subarray(from, segment.sequenceStarts[document + 1]));
  for (const term of terms) if (term !== NO_TERM) changeCount(index.vocabulary, term, -1);
  index.titleWords -= segment.titleLengths[document] ?? 0;
  index.descriptionWords -= segment.descriptionLengths[document] ?? 0;
}

/** Keeps few segments: two neighbors become one while the earlier is not much larger than the later. */
function mergeSmallest({ segments }: SearchIndex): void {
  for (;;) {
    const last = segments.at(-1);
    const before = segments.at(-2);
    if (!last || !before) return;
    if (before.keys.length + last.keys.length > MAX_SEGMENT_DOCUMENTS) return;
    if (before.keys.length > 2 * last.keys.length) return;
    segments.splice(-2, 2, mergeSegments(before, last));
  }
}
