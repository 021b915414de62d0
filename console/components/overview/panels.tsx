import { Card, Table, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Overview } from '../../activity-types.ts';
import { Instant } from '../instant.tsx';
import { Money } from '../money.tsx';

export function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card withBorder padding="lg" component="section" aria-label={title}>
      <Title order={2} size="h5" mb="md">
        {title}
      </Title>
      {children}
    </Card>
  );
}

export function AgentsPanel({ overview }: { overview: Overview }) {
  return (
    <Panel title="By agent">
      <Rows
        empty="No agent has called in this period. Try the playground, or check your discovery."
        heads={['Agent', 'Requests', 'Sessions', 'Orders', 'Revenue']}
        rows={overview.by_agent.map((row) => [
          row.agent,
          row.requests.toLocaleString(),
          row.sessions.toLocaleString(),
          row.orders_verified.toLocaleString(),
          <Money key="revenue" amount={row.revenue_verified} currency={overview.totals.currency} />,
        ])}
      />
    </Panel>
  );
}

export function ZeroResultsPanel({ searches }: { searches: Overview['zero_result_searches'] }) {
  return (
    <Panel title="Searches that found nothing">
      <Rows
        empty="Every search found something."
        heads={['Searched for', 'Times', 'Last']}
        rows={searches.map((row) => [
          row.query,
          row.count.toLocaleString(),
          <Instant key="last" at={row.last_at} />,
        ])}
      />
    </Panel>
  );
}

export function RejectedCodesPanel({ codes }: { codes: Overview['rejected_codes'] }) {
  return (
    <Panel title="Discount codes refused">
      <Rows
        empty="No code was refused."
        heads={['Code', 'Why', 'Times']}
        rows={codes.map((row) => [row.code, reasonInWords(row.reason), row.count.toLocaleString()])}
      />
    </Panel>
  );
}

const REASONS: Record<string, string> = {
  discount_code_expired: 'It has expired',
  discount_code_invalid: 'There is no such code',
  discount_code_already_applied: 'It was applied already',
  discount_code_combination_disallowed: 'It cannot be combined with the others',
  discount_code_user_not_logged_in: 'Only for signed-in customers',
  discount_code_user_ineligible: 'Not for this customer or these goods',
  discount_code_minimum_not_met: 'The minimum was not reached',
  discount_code_usage_limit_reached: 'It is used up',
};

export function reasonInWords(reason: string): string {
  return REASONS[reason] ?? reason.replaceAll('_', ' ');
}

/** The first column is text, the others stand at the right unless they are words. */
function Rows({ heads, rows, empty }: { heads: string[]; rows: ReactNode[][]; empty: string }) {
  if (rows.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {empty}
      </Text>
    );
  }
  return (
    <Table.ScrollContainer minWidth={280} type="native">
      <Table verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            {heads.map((head) => (
              <Table.Th key={head}>{head}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name of their own, and never move
            <Table.Tr key={row}>
              {cells.map((cell, position) => (
                <Table.Td key={heads[position]} style={{ overflowWrap: 'anywhere' }}>
                  {cell}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
