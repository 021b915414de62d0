import type { ListedCart } from '../../client/index.ts';
import { ActivityPage, useActivityState } from '../components/activity/activity-page.tsx';
import { agentColumn, linkColumn, totalColumn } from '../components/activity/columns.tsx';
import { StatusBadge } from '../components/activity/status-badge.tsx';
import type { Column } from '../components/data-table.tsx';
import { Instant } from '../components/instant.tsx';
import { anyOf } from '../components/list-tabs.tsx';
import { useStore, useStoreList } from '../store-context.ts';

type Outcome = ListedCart['outcome'];

const FILTERS = ['outcome'];
const TABS = [
  { label: 'All', filters: {} },
  { label: 'Active', filters: { outcome: anyOf<Outcome>('active') } },
  { label: 'Ordered', filters: { outcome: anyOf<Outcome>('ordered') } },
  { label: 'Canceled or expired', filters: { outcome: anyOf<Outcome>('canceled', 'expired') } },
];

function columnsOf(slug: string): Column<ListedCart>[] {
  return [
    linkColumn('Cart', slug, 'carts'),
    {
      key: 'outcome',
      title: 'Status',
      onCard: 'line',
      render: ({ outcome }) => <StatusBadge status={outcome} />,
    },
    agentColumn,
    totalColumn,
    {
      key: 'updated_at',
      title: 'Updated',
      sortable: true,
      onCard: 'corner',
      render: ({ updated_at }) => <Instant at={updated_at} />,
    },
  ];
}

export function Carts() {
  const { slug } = useStore();
  const list = useStoreList('listStoreCarts', useActivityState(FILTERS), 10_000);
  return (
    <ActivityPage
      title="Carts"
      help="Carts that agents build for their buyers. A cart reserves no stock."
      list={list}
      tabs={TABS}
      columns={columnsOf(slug)}
    >
      Agents can fill a cart before they check out; some go straight to checkout.
    </ActivityPage>
  );
}
