import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { StoreOperation } from '../store-context.ts';
import type { TableState } from '../table-state.ts';
import { UnlessFiltered } from './activity/nothing-listed.tsx';
import { type Column, DataTable } from './data-table.tsx';

/** Page of a list, as the service answers it. */
export interface Page<Row> {
  items: Row[];
  total: number;
  per_page: number;
  next: string | null;
  searched_to: string | null;
}

/** List at the page's store: the result of `useStoreList`. */
export interface ListOf<Row> {
  name: StoreOperation;
  state: TableState;
  query: UseQueryResult<Page<Row>>;
}

interface PageTableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  page: Page<Row>;
  state: TableState;
  /** Shown for an empty list without filters. */
  children: ReactNode;
}

/** One page of a list that can be filtered. */
export function PageTable<Row extends { id: string }>({ page, children, ...table }: PageTableProps<Row>) {
  return (
    <DataTable
      {...table}
      rows={page.items}
      rowKey={({ id }) => id}
      total={page.total}
      perPage={page.per_page}
      next={page.next}
      searchedTo={page.searched_to}
      empty={<UnlessFiltered state={table.state}>{children}</UnlessFiltered>}
    />
  );
}
