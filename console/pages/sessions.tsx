import type { SessionRow } from '../api-types.ts';
import { AgentFilter } from '../components/activity/agent-filter.tsx';
import { agentColumn, linesColumn, linkColumn, totalColumn } from '../components/activity/columns.tsx';
import { Listing } from '../components/activity/listing.tsx';
import { NothingListed } from '../components/activity/nothing-listed.tsx';
import { PaymentBadge, SessionStatus } from '../components/activity/status-badge.tsx';
import type { Column } from '../components/data-table.tsx';
import { DateFilter } from '../components/date-filter.tsx';
import { SearchFilter } from '../components/filters.tsx';
import { Instant } from '../components/instant.tsx';
import { PageTitle } from '../components/page-title.tsx';
import { useStore } from '../store-context.ts';
import { useTableState } from '../table-state.ts';

const FILTERS = ['status', 'ending', 'agent', 'q', 'since', 'until'];
const TABS = [
  { label: 'All', filters: {} },
  { label: 'Needs attention', filters: { ending: 'error' } },
  { label: 'Open', filters: { status: 'initiated,requires_escalation' } },
  { label: 'Completed', filters: { status: 'completed' } },
  { label: 'Canceled or expired', filters: { ending: 'canceled,expired' } },
];

function columnsOf(slug: string): Column<SessionRow>[] {
  return [
    linkColumn('Session', slug, 'sessions'),
    {
      key: 'status',
      title: 'Status',
      sortable: true,
      render: (row) => <SessionStatus {...row} />,
    },
    agentColumn,
    linesColumn,
    totalColumn,
    {
      key: 'payment',
      title: 'Payment',
      render: ({ payment }) => payment && <PaymentBadge payment={payment} />,
    },
    {
      key: 'created_at',
      title: 'Started',
      sortable: true,
      render: ({ created_at }) => <Instant at={created_at} />,
    },
  ];
}

export function Sessions() {
  const { slug } = useStore();
  const state = useTableState(FILTERS);
  return (
    <>
      <PageTitle lead="Every checkout an agent started, and how it ended.">Sessions</PageTitle>
      <Listing
        path="/sessions"
        label="Sessions"
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
          <NothingListed state={state} title="No sessions yet">
            An agent starts a session when it is ready to buy. Try it yourself in the playground.
          </NothingListed>
        }
      />
    </>
  );
}
