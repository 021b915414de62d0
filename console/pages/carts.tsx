import type { CartRow } from '../api-types.ts';
import { AgentFilter } from '../components/activity/agent-filter.tsx';
import { agentColumn, linesColumn, linkColumn, totalColumn } from '../components/activity/columns.tsx';
import { Listing } from '../components/activity/listing.tsx';
import { NothingListed } from '../components/activity/nothing-listed.tsx';
import { StatusBadge } from '../components/activity/status-badge.tsx';
import type { Column } from '../components/data-table.tsx';
import { DateFilter } from '../components/date-filter.tsx';
import { SearchFilter } from '../components/filters.tsx';
import { Instant } from '../components/instant.tsx';
import { PageTitle } from '../components/page-title.tsx';
import { useStore } from '../store-context.ts';
import { useTableState } from '../table-state.ts';

const FILTERS = ['status', 'agent', 'q', 'since', 'until'];
const TABS = [
  { label: 'All', filters: {} },
  { label: 'Active', filters: { status: 'active' } },
  { label: 'Canceled or expired', filters: { status: 'canceled' } },
];

function columnsOf(slug: string): Column<CartRow>[] {
  return [
    linkColumn('Cart', slug, 'carts'),
    { key: 'status', title: 'Status', sortable: true, render: (row) => <StatusBadge status={row.status} /> },
    agentColumn,
    linesColumn,
    totalColumn,
    {
      key: 'updated_at',
      title: 'Updated',
      sortable: true,
      render: ({ updated_at }) => <Instant at={updated_at} />,
    },
  ];
}

export function Carts() {
  const { slug } = useStore();
  const state = useTableState(FILTERS);
  return (
    <>
      <PageTitle lead="Carts that agents build for their buyers. A cart reserves no stock.">Carts</PageTitle>
      <Listing
        path="/carts"
        label="Carts"
        state={state}
        columns={columnsOf(slug)}
        rowKey={({ id }) => id}
        tabs={TABS}
        search={<SearchFilter name="q" label="Search" placeholder="Id or product" state={state} />}
        filters={
          <>
            <AgentFilter state={state} />
            <DateFilter state={state} />
          </>
        }
        empty={
          <NothingListed state={state} title="No carts yet">
            Agents can fill a cart before they check out; some go straight to checkout.
          </NothingListed>
        }
      />
    </>
  );
}
