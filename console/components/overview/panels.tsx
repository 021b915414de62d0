import { Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Overview } from '../../activity-types.ts';
import { reasonInWords } from '../activity/rejection-reasons.ts';
import { Instant } from '../instant.tsx';
import { Money } from '../money.tsx';
import { Panel } from '../panel.tsx';

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
