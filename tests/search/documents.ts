import type { SearchDocument } from '../../search/indexing/search-document.ts';
import { createSearchIndex, putDocuments, type SearchIndex } from '../../search/indexing/search-index.ts';
import { getLanguage } from '../../search/language/language.ts';
import { type SearchQuery, type SearchResult, search } from '../../search/search.ts';

/** Returns a document of which only the key and the title must be given. */
export function document(key: number, title: string, more: Partial<SearchDocument> = {}): SearchDocument {
  return {
    key,
    title,
    options: [],
    brand: '',
    categories: [],
    tags: [],
    description: '',
    identifiers: [],
    available: true,
    minPrice: 1_000,
    maxPrice: 1_000,
    ...more,
  };
}

export function indexOf(locale: string, documents: readonly SearchDocument[]): SearchIndex {
  const index = createSearchIndex(getLanguage(locale));
  putDocuments(index, documents);
  return index;
}

/** An index of titles, searched by text and answered by titles. */
export function titlesShop(locale: string, titles: readonly string[]) {
  const index = indexOf(
    locale,
    titles.map((title, key) => document(key, title)),
  );
  const ask = (text: string, more: Partial<SearchQuery> = {}): SearchResult =>
    search(index, { text, first: 10, ...more });
  return { ask, find: (text: string): string[] => ask(text).keys.map((key) => titles[key] ?? '') };
}
