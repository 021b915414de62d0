import { Paper, SimpleGrid, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ListStoreFiguresResponse } from '../../../client/index.ts';
import { Revenue } from './fleet-columns.tsx';

type Totals = ListStoreFiguresResponse['totals'][number];

interface FleetTotalsProps {
  label: string;
  /** Number of listed stores. */
  count: number;
  /** Undefined until they are read. */
  totals: Totals | undefined;
}

/** Figures of all listed stores of a kind together. */
export function FleetTotals({ label, count, totals }: FleetTotalsProps) {
  if ((totals?.stores ?? count) < 2) return null;
  return (
    <Paper withBorder p="md" component="section" aria-label={`${label} in total`}>
      <SimpleGrid cols={{ base: 2, xs: 4 }} spacing="md" maw={640}>
        <Total title="In total">{(totals?.stores ?? count).toLocaleString()} stores</Total>
        <Total title="Orders">{totals?.orders_verified.toLocaleString() ?? '—'}</Total>
        <Total title="Revenue">
          <Revenue figures={totals} />
        </Total>
        <Total title="Agents">{totals?.agents.toLocaleString() ?? '—'}</Total>
      </SimpleGrid>
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
