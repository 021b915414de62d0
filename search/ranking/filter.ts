import { toBrandTerm, toCategoryTerm, UNDELIVERED_TERMS } from '../indexing/index-document.ts';
import type { Segment } from '../indexing/segment.ts';
import { findTerm, type Vocabulary } from '../indexing/vocabulary.ts';
import { getDocumentsHolding } from './holding.ts';

/** Conditions on a product, all of which it must meet; a list is met by one of its members. */
export interface CatalogFilter {
  available?: boolean;
  /** Minor units; met by a product with a variant that may cost that. */
  minPrice?: number;
  maxPrice?: number;
  /** Names or paths (`Home > Kitchen`) of categories. */
  categories?: readonly string[];
  brands?: readonly string[];
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
  const { categories, brands, delivery, hiddenCategories = [], ...rest } = filter;
  const { some, all } = UNDELIVERED_TERMS;
  const lists = [
    categories?.map(toCategoryTerm),
    brands?.map(toBrandTerm),
    delivery === 'none' ? [some] : undefined,
  ];
  const matchTerms = (texts: readonly string[]) => texts.flatMap((text) => findTerm(vocabulary, text) ?? []);
  const anyOf = lists.flatMap((list) => (list ? [matchTerms(list)] : []));
  return {
    ...rest,
    anyOf,
    noneOf: matchTerms([...hiddenCategories.map(toCategoryTerm), ...(delivery === 'needed' ? [all] : [])]),
  };
}

/** Returns 1 for each document of the segment that passes; the caller does not write into it. */
export function computePassingDocuments(segment: Segment, filter: ReadFilter): Readonly<Uint8Array> {
  const { available, minPrice = 0, maxPrice = Number.POSITIVE_INFINITY, anyOf, noneOf } = filter;
  const hasPrice = minPrice > 0 || maxPrice < Number.POSITIVE_INFINITY;
  if (available === undefined && !hasPrice && anyOf.length + noneOf.length === 0) return segment.live;
  const passing = segment.live.slice();
  if (available !== undefined) keepAvailable(segment, available, passing);
  if (hasPrice) keepInRange(segment, minPrice, maxPrice, passing);
  for (const terms of anyOf) keepHolding(segment, terms, passing);
  if (noneOf.length > 0) dropHolding(segment, noneOf, passing);
  return passing;
}

function dropHolding(segment: Segment, terms: readonly number[], passing: Uint8Array): void {
  const holding = getDocumentsHolding(segment, terms);
  for (let document = 0; document < passing.length; document++)
    if (holding[document] === 1) passing[document] = 0;
}

function keepAvailable(segment: Segment, available: boolean, passing: Uint8Array): void {
  for (let document = 0; document < passing.length; document++)
    if ((segment.available[document] === 1) !== available) passing[document] = 0;
}

function keepInRange({ minPrices, maxPrices }: Segment, min: number, max: number, passing: Uint8Array): void {
  for (let document = 0; document < passing.length; document++)
    if ((maxPrices[document] ?? 0) < min || (minPrices[document] ?? 0) > max) passing[document] = 0;
}

function keepHolding(segment: Segment, terms: readonly number[], passing: Uint8Array): void {
  const holding = getDocumentsHolding(segment, terms);
  passing.forEach((_, document) => {
    passing[document] = (passing[document] ?? 0) & (holding[document] ?? 0);
  });
}
