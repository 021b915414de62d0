import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { GetStoreOrderResponse, GetStoreSessionResponse } from '../../../client/index.ts';
import { useStoreQuery } from '../../store-context.ts';
import { type Column, DataTable } from '../data-table.tsx';
import { Money, moneyText } from '../money.tsx';
import { Panel } from '../panel.tsx';
import { whyDifferent } from './why-different.ts';

type Session = GetStoreSessionResponse['session'];
type Order = GetStoreOrderResponse['order'];

/** Reads the order of a session, where it has one. */
export function useOrderOf(session: Session | undefined) {
  const id = session?.order_id ?? null;
  return useStoreQuery('getStoreOrder', { order_id: id ?? '' }, { enabled: id !== null });
}

/** Totals as quoted to the agent beside those that the buyer paid, and why they differ; absent without an order. */
export function QuotedAndPaid({ session }: { session: Session }) {
  const { data } = useOrderOf(session);
  return data ? <Comparison session={session} order={data.order} /> : null;
}

interface Row {
  part: string;
  quoted: number | null;
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
  const rows = PARTS.map(([part, key]) => ({
    part,
    quoted: session.quoted_totals[key],
    paid: order.totals[key],
  }));
  const quoted = { currency: session.quoted_currency, totals: session.quoted_totals };
  const reasons = whyDifferent(quoted, order, moneyText);
  return (
    <Panel title={order.paid ? 'Quoted and paid' : 'Quoted and ordered'}>
      <Stack gap="sm">
        <Text size="sm" maw="65ch">
          {reasons.length === 0 ? (
            'The buyer’s total is the one that the agent was quoted.'
          ) : (
            <>
              <b>Why the totals differ.</b> {reasons.join(' ')}
            </>
          )}
        </Text>
        <DataTable
          label="Totals quoted and paid"
          columns={columnsOf(quoted.currency, order.currency, paid)}
          rows={rows}
          rowKey={({ part }) => part}
          empty={null}
          isNarrow
        />
      </Stack>
    </Panel>
  );
}

function columnsOf(quotedIn: string, paidIn: string, paid: string): Column<Row>[] {
  return [
    { key: 'part', title: 'Part', render: (row) => emphasizeTotal(row, row.part) },
    {
      key: 'quoted',
      title: 'Quoted to the agent',
      align: 'right',
      render: (row) => emphasizeTotal(row, <Money amount={row.quoted} currency={quotedIn} />),
    },
    {
      key: 'paid',
      title: paid,
      align: 'right',
      render: (row) => emphasizeTotal(row, <Money amount={row.paid} currency={paidIn} />),
    },
  ];
}

function emphasizeTotal({ part }: Row, value: ReactNode): ReactNode {
  return part === 'Total' ? <b>{value}</b> : value;
}
