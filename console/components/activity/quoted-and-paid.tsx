import { Alert, Stack, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import type { GetStoreOrderResponse, GetStoreSessionResponse } from '../../../client/index.ts';
import { useStoreQuery } from '../../store-context.ts';
import { type Column, DataTable } from '../data-table.tsx';
import { Money, moneyText } from '../money.tsx';
import { Panel } from '../panel.tsx';
import { whyDifferent } from './why-different.ts';

type Session = GetStoreSessionResponse['session'];
type Order = GetStoreOrderResponse['order'];

/** What the agent was told beside what the buyer paid, and why they differ; absent without an order. */
export function ToldAndPaid({ session }: { session: Session }) {
  const id = session.order_id;
  const { data } = useStoreQuery('getStoreOrder', { order_id: id ?? '' }, { enabled: id !== null });
  return data ? <Comparison session={session} order={data.order} /> : null;
}

interface Row {
  part: string;
  told: number | null;
  paid: number | null;
}

const PARTS = [
  ['Subtotal', 'subtotal'],
  ['Discount', 'discount'],
  ['Tax', 'tax'],
  ['Shipping', 'shipping'],
  ['Total', 'total'],
] as const;

function Comparison({ session, order }: { session: Session; order: Order }) {
  const paid = order.paid ? 'Paid' : 'To be paid';
  const rows = PARTS.map(([part, key]) => ({ part, told: session.totals[key], paid: order.totals[key] }));
  const reasons = whyDifferent(session, order, moneyText);
  return (
    <Panel title={order.paid ? 'Told and paid' : 'Told and ordered'}>
      <Stack gap="sm">
        {reasons.length === 0 ? (
          <Text size="sm">The buyer’s total is the one that the agent was told.</Text>
        ) : (
          <Alert color="blue" icon={<IconInfoCircle aria-hidden />} title="Why the totals differ">
            {reasons.join(' ')}
          </Alert>
        )}
        <DataTable
          label="Totals told and paid"
          columns={columnsOf(session.currency, order.currency, paid)}
          rows={rows}
          rowKey={({ part }) => part}
          empty={null}
        />
      </Stack>
    </Panel>
  );
}

function columnsOf(toldIn: string, paidIn: string, paid: string): Column<Row>[] {
  return [
    { key: 'part', title: 'Part', render: ({ part }) => part },
    {
      key: 'told',
      title: 'Told to the agent',
      align: 'right',
      render: ({ told }) => <Money amount={told} currency={toldIn} />,
    },
    {
      key: 'paid',
      title: paid,
      align: 'right',
      render: (row) => <Money amount={row.paid} currency={paidIn} />,
    },
  ];
}
