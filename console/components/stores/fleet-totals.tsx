import { Group, Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ListStoreFiguresResponse } from '../../../client/index.ts';
import { Revenue } from './fleet-columns.tsx';

type Totals = ListStoreFiguresResponse['totals'][number];

/** Figures of all listed stores of a kind together. */
export function FleetTotals({ label, totals }: { label: string; totals: Totals | undefined }) {
  if (!totals || totals.stores < 2) return null;
  const { stores, orders_verified: orders, agents } = totals;
  return (
    <Paper withBorder p="md" component="section" aria-label={`${label} in total`}>
      <Group gap="xl" align="flex-start">
        <Total title="In total">{stores.toLocaleString()} stores</Total>
        <Total title="Orders">{orders.toLocaleString()}</Total>
        <Total title="Revenue">
          <Revenue figures={totals} />
        </Total>
        <Total title="Agents">{agents.toLocaleString()}</Total>
      </Group>
    </Paper>
  );
}

function Total({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <Text size="xs" c="dimmed">
        {title}
      </Text>
      <Text component="div" fw={600}>
        {children}
      </Text>
    </div>
  );
}
