import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { CsvLink } from '../csv-link.tsx';
import type { Column } from '../data-table.tsx';
import { FoldedFilters } from '../folded-filters.tsx';
import { type ListTab, ListTabs } from '../list-tabs.tsx';
import { type ListOf, PageTable } from '../page-table.tsx';
import { QueryView } from '../query-view.tsx';

interface Props<Row> {
  list: ListOf<Row>;
  label: string;
  columns: readonly Column<Row>[];
  search?: ReactNode;
  filters: ReactNode;
  tabs?: readonly ListTab[];
  /** Filters of tabs that `filters` has too. */
  visibleFilters?: readonly string[];
  empty: ReactNode;
}

/** A list of the store's, with tabs and filters above; without any entry, only how to get the first. */
export function Listing<Row extends { id: string }>(props: Props<Row>) {
  const { tabs, label, list, visibleFilters = [], empty } = props;
  const { data, isPlaceholderData } = list.query;
  const isFiltered = isPlaceholderData || Object.keys(list.state.applied).length > 0;
  if (data?.total === 0 && !isFiltered) return empty;
  if (!tabs) return <Rows {...props} />;
  return (
    <ListTabs label={label} tabs={tabs} state={list.state} visibleFilters={visibleFilters}>
      <Rows {...props} />
    </ListTabs>
  );
}

function Rows<Row extends { id: string }>({
  list: { name: operation, state, query },
  label,
  columns,
  search,
  filters,
  tabs,
  visibleFilters,
  empty,
}: Props<Row>) {
  const ofTabs = (tabs ?? []).flatMap((tab) => Object.keys(tab.filters));
  const hidden = ['q', ...ofTabs.filter((name) => !visibleFilters?.includes(name))];
  const set = Object.keys(state.applied).filter((name) => !hidden.includes(name));
  return (
    <Stack gap="md">
      <FoldedFilters search={search} set={set.length}>
        {filters}
        <CsvLink operation={operation} query={state.query} />
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
