import type { SearchIndex } from './indexing/search-index.ts';
import { pickNearestKeys } from './indexing/vectors.ts';
import { type PriceBounds, priceBoundsIn } from './query/price-bounds.ts';
import { toWantedText } from './query/read-query.ts';
import type { QueryVector } from './query-vectors.ts';
import type { CatalogFilter } from './ranking/filter.ts';
import { type SearchResult, search } from './search.ts';

interface RankedQuery {
  /** Empty for all products that pass the filter. */
  text: string;
  /** Wins over the prices of the text. */
  filter: CatalogFilter;
  /** ISO 4217 code of the catalog's prices. */
  currency: string;
  /** Keys of products that are never shown. */
  hidden: readonly number[];
  /** Keys of products that earlier pages have shown or passed over. */
  seen: ReadonlySet<number>;
}

/** Products of a catalog in the sequence in which they answer a query. */
export interface RankedList extends RankedQuery {
  index: SearchIndex;
  /** Prices that the text allows. */
  prices: PriceBounds;
  /** Keys of products that mean what the text means, the nearest first. */
  near: readonly number[];
}

export async function openRankedList(
  index: SearchIndex,
  query: RankedQuery,
  queryVector: QueryVector | undefined,
): Promise<RankedList> {
  const { language } = index.vocabulary;
  const prices = priceBoundsIn(query.text, query.currency, language.code);
  const near = queryVector ? await findNear(index, toWantedText(query.text, language), queryVector) : [];
  return { ...query, index, prices, near };
}

async function findNear(
  { vectors }: SearchIndex,
  text: string,
  queryVector: QueryVector,
): Promise<readonly number[]> {
  const vector = vectors.size > 0 ? await queryVector(text) : undefined;
  const pause = () => new Promise<void>((resolve) => setImmediate(resolve));
  return vector ? pickNearestKeys(vectors, vector, pause) : [];
}

/** Returns the next `first` products of a list that are not `seen`; `isAtAnyPrice` ignores the prices of its text. */
export function rank(
  { index, text, filter, prices, hidden, near }: RankedList,
  { first, seen, isAtAnyPrice }: { first: number; seen: ReadonlySet<number>; isAtAnyPrice: boolean },
): SearchResult {
  return search(index, {
    text,
    near,
    first,
    seen: new Set([...seen, ...hidden]),
    filter: isAtAnyPrice ? filter : { ...prices.filter, ...filter },
  });
}
