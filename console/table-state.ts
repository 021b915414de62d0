import { useSearchParams } from 'wouter';

export interface TableState {
  page: number;
  sort: string | undefined;
  direction: 'asc' | 'desc';
  /** The filters' values, by their wire names; '' where not set. */
  filters: Record<string, string>;
  /** Filters that are set. */
  applied: Record<string, string>;
  /** The whole as the merchant API's query. */
  query: Record<string, string | number>;
  /** Changes what is given; undefined or '' takes it away. Changing a filter goes back to the first page. */
  set(change: Record<string, string | undefined>): void;
}

/** Filters, order and page of a list live in the address: a reload or a link brings the same view. */
export function useTableState(filterNames: readonly string[]): TableState {
  const [params, setParams] = useSearchParams();
  const page = Math.max(1, Number(params.get('page')) || 1);
  const sort = params.get('sort') ?? undefined;
  const direction = params.get('direction') === 'asc' ? 'asc' : 'desc';
  const filters = Object.fromEntries(filterNames.map((name) => [name, params.get(name) ?? '']));
  const applied = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''));
  return {
    page,
    sort,
    direction,
    filters,
    applied,
    query: { ...applied, ...(sort ? { sort, direction } : {}), page },
    set(change) {
      setParams((before) => changed(before, change), { replace: true });
    },
  };
}

function changed(before: URLSearchParams, change: Record<string, string | undefined>): URLSearchParams {
  const after = new URLSearchParams(before);
  if (!('page' in change)) after.delete('page');
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined || value === '') after.delete(name);
    else after.set(name, value);
  }
  return after;
}
