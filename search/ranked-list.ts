import type { SearchIndex } from './indexing/search-index.ts';
import { type Currency, type PriceBounds, priceBoundsIn } from './query/price-bounds.ts';
import type { CatalogFilter } from './ranking/filter.ts';
import { relaxPrices, type SearchResult, search } from './search.ts';

interface RankedQuery {
  /** Empty for all products that pass the filter. */
  text: string;
  currency: Currency;
  /** Wins over the prices of the text. */
  filter?: CatalogFilter;
  /** Keys of products that are never shown. */
  hidden?: readonly number[];
  /** Keys of products that mean what the text means, the nearest first (`FindNear`). */
  near?: readonly number[];
}

/** Products of a catalog in the sequence in which they answer a query. */
export interface RankedList {
  /** Prices that the text allows. */
  prices: PriceBounds;
  /** Returns the next `first` products that are not `seen`. `isAtAnyPrice` gives up the prices of the text, and says so. */
  rank(page: { first: number; seen?: ReadonlySet<number>; isAtAnyPrice?: boolean }): SearchResult;
}

export function openRankedList(
  index: SearchIndex,
  { text, currency, filter = {}, hidden = [], near = [] }: RankedQuery,
): RankedList {
  const prices = priceBoundsIn(text, currency, index.vocabulary.language.code);
  return {
    prices,
    rank({ first, seen = new Set(), isAtAnyPrice = false }) {
      const query = { text, near, first, seen: new Set([...seen, ...hidden]) };
      if (!isAtAnyPrice) return search(index, { ...query, filter: { ...prices.filter, ...filter } });
      const result = search(index, { ...query, filter });
      return { ...result, relaxation: relaxPrices(text, prices.texts, result.relaxation) };
    },
  };
}
