import type { ComponentProps, ReactNode } from 'react';
import { useStore } from '../../store-context.ts';
import { useTableState } from '../../table-state.ts';
import type { Column } from '../data-table.tsx';
import { DateFilter } from '../date-filter.tsx';
import { SearchFilter, SelectFilter } from '../filters.tsx';
import type { ListTab } from '../list-tabs.tsx';
import { PageTitle } from '../page-title.tsx';
import { AgentFilter } from './agent-filter.tsx';
import { Listing } from './listing.tsx';
import { NothingListed } from './nothing-listed.tsx';

interface Props<Row> {
  /** Names the list's path, too. */
  title: 'Carts' | 'Orders' | 'Sessions';
  lead: ReactNode;
  /** Filters of the tabs and of `select`. */
  filters: readonly string[];
  tabs: readonly ListTab[];
  columnsOf: (slug: string) => Column<Row>[];
  /** Filter that stands before those of every such page. */
  select?: Omit<ComponentProps<typeof SelectFilter>, 'state'>;
  /** Explains how to get the first entry. */
  children: ReactNode;
}

/** Page that lists what agents have made. */
export function ActivityPage<Row extends { id: string }>(props: Props<Row>) {
  const { title, lead, filters, tabs, columnsOf, select, children } = props;
  const name = title.toLowerCase();
  const { slug } = useStore();
  const state = useTableState([...filters, 'agent', 'q', 'since', 'until']);
  return (
    <>
      <PageTitle lead={lead}>{title}</PageTitle>
      <Listing
        path={`/${name}`}
        label={title}
        state={state}
        columns={columnsOf(slug)}
        tabs={tabs}
        {...(select ? { shown: [select.name] } : {})}
        search={<SearchFilter name="q" label="Search" placeholder="Id or product" state={state} />}
        filters={
          <>
            {select && <SelectFilter {...select} state={state} />}
            <AgentFilter state={state} />
            <DateFilter state={state} />
          </>
        }
        empty={<NothingListed title={`No ${name} yet`}>{children}</NothingListed>}
      />
    </>
  );
}
