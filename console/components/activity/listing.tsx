import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Page } from '../../api-types.ts';
import { useStoreQuery } from '../../store-context.ts';
import type { TableState } from '../../table-state.ts';
import type { Column } from '../data-table.tsx';
import { PageTable } from '../page-table.tsx';
import { CsvLink } from '../csv-link.tsx';
import { FoldedFilters } from '../folded-filters.tsx';
import { type ListTab, ListTabs } from '../list-tabs.tsx';
import { QueryView } from '../query-view.tsx';

interface Props<Row> {
  /** Below the store: `/sessions`. */
  path: string;
  label: string;
  state: TableState;
  columns: readonly Column<Row>[];
  search: ReactNode;
  filters: ReactNode;
  tabs?: readonly ListTab[];
  /** Filters of tabs that `filters` has too. */
  shown?: readonly string[];
  empty: ReactNode;
}

/** A list of the store's: tabs and filters above, and read anew now and then, since agents do not wait for a reload. */
export function Listing<Row extends { id: string }>(props: Props<Row>) {
  const { tabs, label, state, shown = [] } = props;
  if (!tabs) return <Rows {...props} />;
  return (
    <ListTabs label={label} tabs={tabs} state={state} shown={shown}>
      <Rows {...props} />
    </ListTabs>
  );
}

function Rows<Row extends { id: string }>({
  path,
  label,
  state,
  columns,
  search,
  filters,
  tabs,
  shown,
  empty,
}: Props<Row>) {
  const query = useStoreQuery<Page<Row>>(path, state.query, { keepPrevious: true, refetchInterval: 10_000 });
  const ofTabs = (tabs ?? []).flatMap((tab) => Object.keys(tab.filters));
  const hidden = ['q', ...ofTabs.filter((name) => !shown?.includes(name))];
  const set = Object.keys(state.filters).filter((name) => state.filters[name] && !hidden.includes(name));
  return (
    <Stack gap="md">
      <FoldedFilters search={search} set={set.length}>
        {filters}
        <CsvLink path={path} query={state.query} size="sm" />
      </FoldedFilters>
      <QueryView query={query}>
        {(page) => (
          <PageTable label={label} columns={columns} page={page} state={state}>
            {empty}
          </PageTable>
        )}
      </QueryView>
    </Stack>
  );
}
