/** The one door of the search: documents of a catalog and texts of queries come in, keys of products go out. */
export { CONDITION_KINDS, type Condition } from './conditions.ts';
export { readCursor, writeCursor } from './cursor.ts';
export { type ExplainedWord, explainSearch, type RankedProduct, TIERS, WORD_USES } from './explain.ts';
export { toCategoryName, toCategoryNames } from './indexing/category-names.ts';
export type { Field } from './indexing/fields.ts';
export { type SearchDocument, toSearchDocument } from './indexing/search-document.ts';
export type { SearchIndex } from './indexing/search-index.ts';
export { type CatalogSource, createIndexes, type SearchIndexes } from './indexing/search-indexes.ts';
export { encodeVector } from './indexing/vectors.ts';
export { foldText } from './language/fold-text.ts';
export { pickNearestWord } from './language/spelling.ts';
export { createFindNear, type FindNear } from './near-products.ts';
export { type ShorterQuery, shortenQuery } from './query/fewer-words.ts';
export { openRankedList, type RankedList } from './ranked-list.ts';
export type { CatalogFilter } from './ranking/filter.ts';
export type { Relaxation, SearchResult } from './search.ts';
export { readWantedProducts, type WantedProducts } from './wanted-products.ts';
