import type { ComponentProps, ReactNode } from 'react';
import { type TableState, useTableState } from '../../table-state.ts';
import type { Column } from '../data-table.tsx';
import { DateFilter } from '../date-filter.tsx';
import { SearchFilter, SelectFilter } from '../filters.tsx';
import type { ListTab } from '../list-tabs.tsx';
import type { ListOf } from '../page-table.tsx';
import { PageTitle } from '../page-title.tsx';
import { ShowTests, useTestsIn } from '../show-tests.tsx';
import { AgentFilter } from './agent-filter.tsx';
import { Listing } from './listing.tsx';
import { NothingListed } from './nothing-listed.tsx';

interface Props<Row> {
  title: 'Carts' | 'Orders' | 'Sessions';
  /** Explains the list on request. */
  help: ReactNode;
  list: ListOf<Row>;
  tabs: readonly ListTab[];
  columns: readonly Column<Row>[];
  /** Filter that stands before those of every such page. */
  select?: Omit<ComponentProps<typeof SelectFilter>, 'state'>;
  /** Explains how to get the first entry. */
  children: ReactNode;
}

/** Address of such a page; `filters` are those of the tabs and of `select`. */
export function useActivityState(filters: readonly string[]): TableState {
  return useTestsIn(useTableState([...filters, 'agent', 'q', 'since', 'until']));
}

/** Page that lists what agents have made. */
export function ActivityPage<Row extends { id: string }>(props: Props<Row>) {
  const { title, help, list, tabs, columns, select, children } = props;
  const { state } = list;
  return (
    <>
      <PageTitle help={help} actions={<ShowTests />}>
        {title}
      </PageTitle>
      <Listing
        list={list}
        label={title}
        columns={columns}
        tabs={tabs}
        {...(select ? { visibleFilters: [select.name] } : {})}
        search={<SearchFilter name="q" label="Search" placeholder="Product, agent, id" state={state} />}
        filters={
          <>
            {select && <SelectFilter {...select} state={state} />}
            <AgentFilter state={state} />
            <DateFilter state={state} />
          </>
        }
        empty={<NothingListed title={`No ${title.toLowerCase()} yet`}>{children}</NothingListed>}
      />
    </>
  );
}
