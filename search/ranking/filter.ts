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
  const holdingOne = anyOf.map((terms) => getDocumentsHolding(segment, terms));
  const refused = getDocumentsHolding(segment, noneOf);
  const { minPrices, maxPrices } = segment;
  return segment.live.map((isLive, document) => {
    const isRefused =
      refused[document] === 1 ||
      (available !== undefined && (segment.available[document] === 1) !== available) ||
      (hasPrice && ((maxPrices[document] ?? 0) < minPrice || (minPrices[document] ?? 0) > maxPrice)) ||
      holdingOne.some((holding) => holding[document] !== 1);
    return isRefused ? 0 : isLive;
  });
}
