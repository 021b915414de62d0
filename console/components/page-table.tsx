import type { ReactNode } from 'react';
import type { Page } from '../api-types.ts';
import type { TableState } from '../table-state.ts';
import { UnlessFiltered } from './activity/nothing-listed.tsx';
import { type Column, DataTable } from './data-table.tsx';

interface PageTableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  page: Pick<Page<Row>, 'items' | 'total' | 'per_page'>;
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
      empty={<UnlessFiltered state={table.state}>{children}</UnlessFiltered>}
    />
  );
}
