import { useSearchParams } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';

export interface TableState {
  page: number;
  /** Cursor that the page begins behind. */
  after: string | undefined;
  /** True where the browser's history has the page before. */
  isNextPage: boolean;
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
  /** Opens the page behind a cursor; going back in the browser returns. */
  openNext(after: string): void;
}

/** Filters, order and page of a list live in the address: a reload or a link brings the same view. */
export function useTableState(filterNames: readonly string[]): TableState {
  const [params, setParams] = useSearchParams();
  const page = Math.max(1, Number(params.get('page')) || 1);
  const after = params.get('after') ?? undefined;
  const isNextPage = useHistoryState() === NEXT_PAGE;
  const sort = params.get('sort') ?? undefined;
  const direction = params.get('direction') === 'asc' ? 'asc' : 'desc';
  const filters = Object.fromEntries(filterNames.map((name) => [name, params.get(name) ?? '']));
  const applied = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''));
  return {
    page,
    after,
    isNextPage,
    sort,
    direction,
    filters,
    applied,
    query: { ...applied, ...(sort ? { sort, direction } : {}), ...(after ? { after } : {}), page },
    set(change) {
      setParams((before) => changed(before, change), { replace: true });
    },
    openNext(after) {
      setParams((before) => changed(before, { after }), { state: NEXT_PAGE });
    },
  };
}

/** State of an entry of the browser's history. */
const NEXT_PAGE = 'next page';

function changed(before: URLSearchParams, change: Record<string, string | undefined>): URLSearchParams {
  const after = new URLSearchParams(before);
  if (!('page' in change)) after.delete('page');
  after.delete('after');
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined || value === '') after.delete(name);
    else after.set(name, value);
  }
  return after;
}
