import type { CheckoutSession, ListedSession } from '../../client/index.ts';
import { ActivityPage, useActivityState } from '../components/activity/activity-page.tsx';
import { StepBelow } from '../components/activity/buyer-step.tsx';
import { agentColumn, linkColumn, totalColumn } from '../components/activity/columns.tsx';
import { PaymentState, SessionStatus } from '../components/activity/status-badge.tsx';
import type { Column } from '../components/data-table.tsx';
import { Instant } from '../components/instant.tsx';
import { anyOf } from '../components/list-tabs.tsx';
import { useStore, useStoreList } from '../store-context.ts';

type Status = CheckoutSession['status'];
type Ending = NonNullable<ListedSession['ending']>;
type Step = NonNullable<ListedSession['left_at']>;

const FILTERS = ['status', 'ending', 'left_at'];
const TABS = [
  { label: 'All', filters: {} },
  { label: 'Needs attention', filters: { ending: anyOf<Ending>('error') } },
  { label: 'Open', filters: { status: anyOf<Status>('initiated', 'requires_escalation') } },
  { label: 'Left before paying', filters: { left_at: anyOf<Step>('opened', 'address', 'payment') } },
  { label: 'Completed', filters: { status: anyOf<Status>('completed') } },
  { label: 'Canceled or expired', filters: { ending: anyOf<Ending>('canceled', 'expired') } },
];

function columnsOf(slug: string): Column<ListedSession>[] {
  return [
    linkColumn('Session', slug, 'sessions'),
    {
      key: 'status',
      title: 'Status',
      sortable: true,
      onCard: 'line',
      render: (row) => (
        <>
          <SessionStatus {...row} />
          <StepBelow {...row} />
        </>
      ),
    },
    agentColumn,
    totalColumn,
    {
      key: 'payment',
      title: 'Payment',
      onCard: 'line',
      render: ({ payment, order_paid }) => payment && <PaymentState payment={payment} isPaid={order_paid} />,
    },
    {
      key: 'created_at',
      title: 'Started',
      sortable: true,
      onCard: 'corner',
      render: ({ created_at }) => <Instant at={created_at} />,
    },
  ];
}

export function Sessions() {
  const { slug } = useStore();
  const list = useStoreList('listStoreSessions', useActivityState(FILTERS), 10_000);
  return (
    <ActivityPage
      title="Sessions"
      help="Every checkout an agent started, and how it ended."
      list={list}
      tabs={TABS}
      columns={columnsOf(slug)}
    >
      An agent starts a session when it is ready to buy. Try it yourself in the playground.
    </ActivityPage>
  );
}
