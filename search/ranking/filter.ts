import { toCategoryTerm, UNDELIVERED_TERMS } from '../indexing/index-document.ts';
import type { Segment } from '../indexing/segment.ts';
import { findTerm, type Vocabulary } from '../indexing/vocabulary.ts';
import { getDocumentsHolding } from './holding.ts';

/** Conditions on a product, all of which it must meet. */
export interface CatalogFilter {
  available?: boolean;
  /** Minor units; met by a product with a variant that may cost that. */
  minPrice?: number;
  maxPrice?: number;
  /** Names or paths (`Home > Kitchen`) of categories, one of which the product must have. */
  categories?: readonly string[];
  /** Met by a product with a variant that needs delivery, or with a variant that needs none. */
  delivery?: 'needed' | 'none';
  /** Names or paths of categories whose products do not pass. */
  hiddenCategories?: readonly string[];
}

/** A filter in the terms of a vocabulary. */
interface ReadFilter extends Pick<CatalogFilter, 'available' | 'minPrice' | 'maxPrice'> {
  /** Lists of terms: a document must hold one term of each. */
  anyOf: number[][];
  /** Terms that no result may hold. */
  noneOf: number[];
}

export function readFilter(vocabulary: Vocabulary, filter: CatalogFilter): ReadFilter {
  const { categories, delivery, hiddenCategories = [], ...rest } = filter;
  const { some, all } = UNDELIVERED_TERMS;
  const matchTerms = (texts: readonly string[]) => texts.flatMap((text) => findTerm(vocabulary, text) ?? []);
  return {
    ...rest,
    anyOf: [
      ...(categories ? [matchTerms(categories.map(toCategoryTerm))] : []),
      ...(delivery === 'none' ? [matchTerms([some])] : []),
    ],
    noneOf: matchTerms([...hiddenCategories.map(toCategoryTerm), ...(delivery === 'needed' ? [all] : [])]),
  };
}

/** Returns 1 for each document of the segment that passes; the caller does not write into it. */
export function computePassingDocuments(segment: Segment, filter: ReadFilter): Readonly<Uint8Array> {
  const { available, minPrice = 0, maxPrice = Number.POSITIVE_INFINITY, anyOf, noneOf } = filter;
  const hasPrice = minPrice > 0 || maxPrice < Number.POSITIVE_INFINITY;
  if (available === undefined && !hasPrice && anyOf.length + noneOf.length === 0) return segment.live;
  const passing = segment.live.slice();
  if (available !== undefined) keepState(passing, segment.available, available ? 1 : 0);
  if (hasPrice) keepInRange(passing, segment, minPrice, maxPrice);
  for (const terms of anyOf) keepState(passing, getDocumentsHolding(segment, terms), 1);
  if (noneOf.length > 0) keepState(passing, getDocumentsHolding(segment, noneOf), 0);
  return passing;
}

function keepInRange(passing: Uint8Array, { minPrices, maxPrices }: Segment, min: number, max: number): void {
  for (let document = 0; document < passing.length; document++)
    if ((maxPrices[document] ?? 0) < min || (minPrices[document] ?? 0) > max) passing[document] = 0;
}

/** Keeps the documents that have this state in a list of states. */
function keepState(passing: Uint8Array, states: Readonly<Uint8Array>, state: 0 | 1): void {
  for (let document = 0; document < passing.length; document++)
    if (states[document] !== state) passing[document] = 0;
}
