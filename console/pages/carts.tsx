import type { CartRow } from '../api-types.ts';
import { agentColumn, linesColumn, linkColumn, totalColumn } from '../components/activity/columns.tsx';
import { ActivityPage } from '../components/activity/activity-page.tsx';
import { StatusBadge } from '../components/activity/status-badge.tsx';
import type { Column } from '../components/data-table.tsx';
import { Instant } from '../components/instant.tsx';

const FILTERS = ['status'];
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
  return (
    <ActivityPage
      title="Carts"
      lead="Carts that agents build for their buyers. A cart reserves no stock."
      filters={FILTERS}
      tabs={TABS}
      columnsOf={columnsOf}
    >
      Agents can fill a cart before they check out; some go straight to checkout.
    </ActivityPage>
  );
}
