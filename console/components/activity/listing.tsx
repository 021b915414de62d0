import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Page } from '../../api-types.ts';
import { useStoreQuery } from '../../store-context.ts';
import type { TableState } from '../../table-state.ts';
import { type Column, DataTable } from '../data-table.tsx';
import { CsvLink } from '../csv-link.tsx';
import { QueryView } from '../query-view.tsx';

interface Props<Row> {
  /** Below the store: `/sessions`. */
  path: string;
  label: string;
  state: TableState;
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string;
  filters: ReactNode;
  empty: ReactNode;
}

/** A list of the store's: filters above, and read anew now and then, since agents do not wait for a reload. */
export function Listing<Row>({ path, label, state, columns, rowKey, filters, empty }: Props<Row>) {
  const query = useStoreQuery<Page<Row>>(path, state.query, { keepPrevious: true, refetchInterval: 10_000 });
  return (
    <Stack gap="md">
      <div className="filters">
        {filters}
        <CsvLink path={path} query={state.query} />
      </div>
      <QueryView query={query}>
        {({ items, total, per_page }) => (
          <DataTable
            label={label}
            columns={columns}
            rows={items}
            rowKey={rowKey}
            state={state}
            total={total}
            perPage={per_page}
            empty={empty}
          />
        )}
      </QueryView>
    </Stack>
  );
}
