import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'wouter';

/** What a list shows, as it stands in the page's address: a link to it can be shared. */
export interface Listing {
  /** The value of a filter; empty: any. */
  value(name: string): string;
  page: number;
  sort: string;
  direction: 'asc' | 'desc';
  /** Sets or (with an empty value) removes filters, and goes back to the first page. */
  filter(changes: Record<string, string>): void;
  turnTo(page: number): void;
  /** Sorts by this; again: the other way round. */
  sortBy(name: string): void;
  clear(): void;
  filtered: boolean;
  /** As the merchant API asks for it. */
  query: Record<string, string>;
}

const ORDERING = ['page', 'sort', 'direction'];

export function useListing(defaultSort: string, filters: readonly string[]): Listing {
  const [params, setParams] = useSearchParams();
  const given = useMemo(() => pick(params, [...ORDERING, ...filters]), [params, filters]);
  const put = useCallback(
    (changes: Record<string, string>) => setParams((before) => changed(before, changes), { replace: true }),
    [setParams],
  );
  const sort = given.get('sort') ?? defaultSort;
  const direction = given.get('direction') === 'asc' ? 'asc' : 'desc';
  return {
    value: (name) => given.get(name) ?? '',
    page: Math.max(1, Number(given.get('page')) || 1),
    sort,
    direction,
    filter: (changes) => put({ ...changes, page: '' }),
    turnTo: (page) => put({ page: page === 1 ? '' : String(page) }),
    sortBy: (name) =>
      put({ sort: name, direction: name === sort && direction === 'desc' ? 'asc' : 'desc', page: '' }),
    clear: () => put(Object.fromEntries([...filters, 'page'].map((name) => [name, '']))),
    filtered: filters.some((name) => given.has(name)),
    query: Object.fromEntries(given),
  };
}

function pick(params: URLSearchParams, names: readonly string[]): URLSearchParams {
  return new URLSearchParams([...params].filter(([name, value]) => names.includes(name) && value !== ''));
}

function changed(before: URLSearchParams, changes: Record<string, string>): URLSearchParams {
  const after = new URLSearchParams(before);
  for (const [name, value] of Object.entries(changes)) {
    if (value === '') after.delete(name);
    else after.set(name, value);
  }
  return after;
}
