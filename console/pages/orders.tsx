import { Group, Text } from '@mantine/core';
import { IconLockExclamation } from '@tabler/icons-react';
import type { ListedOrder, Order } from '../../client/index.ts';
import { choicesOf } from '../choices.ts';
import { ActivityPage, useActivityState } from '../components/activity/activity-page.tsx';
import { agentColumn, linkColumn, totalColumn } from '../components/activity/columns.tsx';
import { orderName } from '../components/activity/order-link.tsx';
import { PaymentState, StatusBadge } from '../components/activity/status-badge.tsx';
import { TrackingLinks } from '../components/activity/tracking-links.tsx';
import type { Column } from '../components/data-table.tsx';
import { Instant } from '../components/instant.tsx';
import { anyOf } from '../components/list-tabs.tsx';
import { useStore, useStoreList } from '../store-context.ts';

type Status = Order['status'];
type Payment = ListedOrder['payment'];

const FILTERS = ['status', 'payment'];
const TABS = [
  { label: 'All', filters: {} },
  { label: 'Needs attention', filters: { payment: anyOf<Payment>('claimed') } },
  { label: 'Open', filters: { status: anyOf<Status>('pending', 'confirmed', 'processing') } },
  { label: 'Shipped', filters: { status: anyOf<Status>('shipped') } },
  { label: 'Delivered', filters: { status: anyOf<Status>('delivered') } },
  { label: 'Canceled or refunded', filters: { status: anyOf<Status>('canceled', 'refunded') } },
];
const PAYMENTS: Record<Payment, string> = {
  verified: 'Verified by the shop',
  claimed: 'Claimed by an agent',
};

function columnsOf(slug: string): Column<ListedOrder>[] {
  return [
    linkColumn('Order', slug, 'orders', nameOf),
    {
      key: 'status',
      title: 'Status',
      sortable: true,
      onCard: 'line',
      render: (row) => <StatusBadge status={row.status} />,
    },
    {
      key: 'payment',
      title: 'Payment',
      onCard: 'line',
      render: (row) => (
        <Group gap={6} wrap="nowrap" display="inline-flex">
          <PaymentState payment={row.payment} isPaid={row.paid} />
          {row.unreadable && <IconLockExclamation size={16} role="img" aria-label="Cannot be decrypted" />}
        </Group>
      ),
    },
    totalColumn,
    agentColumn,
    {
      key: 'tracking',
      title: 'Tracking',
      onCard: 'line',
      render: ({ tracking }) => tracking.length > 0 && <TrackingLinks tracking={tracking} />,
    },
    {
      key: 'created_at',
      title: 'Placed',
      sortable: true,
      onCard: 'corner',
      render: ({ created_at }) => <Instant at={created_at} />,
    },
  ];
}

function nameOf({ id, platform_order_number: number, cart_id: cartId }: ListedOrder): string {
  const name = orderName({ id, number });
  return cartId === null ? name : `${name} · by cart`;
}

export function Orders() {
  const { slug } = useStore();
  const list = useStoreList('listStoreOrders', useActivityState(FILTERS), 10_000);
  return (
    <ActivityPage
      title="Orders"
      help={<PaymentsExplained />}
      list={list}
      tabs={TABS}
      columns={columnsOf(slug)}
      select={{ name: 'payment', label: 'Payment', all: 'Any', options: choicesOf(PAYMENTS) }}
    >
      Orders appear when a buyer pays on your shop’s checkout page. Make a test purchase to see one.
    </ActivityPage>
  );
}

function PaymentsExplained() {
  return (
    <Text inherit>
      Verified: your shop has the order and its money. Not paid yet: it has the order, such as one by bank
      transfer. Claimed: an agent reported it, and your shop has not confirmed it. Only verified orders count
      as revenue. By cart: the buyer ordered an agent’s cart without a checkout session.
    </Text>
  );
}
