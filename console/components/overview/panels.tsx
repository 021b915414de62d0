import { Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Overview, ZeroResults } from '../../api-types.ts';
import { storePath, useStore, useStoreQuery } from '../../store-context.ts';
import { useTableState } from '../../table-state.ts';
import { reasonInWords } from '../activity/rejection-reasons.ts';
import { CsvLink } from '../csv-link.tsx';
import { type Column, DataTable } from '../data-table.tsx';
import { Instant } from '../instant.tsx';
import { Link } from '../link.tsx';
import { Money } from '../money.tsx';
import { Panel } from '../panel.tsx';
import { QueryView } from '../query-view.tsx';
import { ScrollingTable } from '../scrolling-table.tsx';
import { percentOf } from './percent.ts';
import { daysQuery } from './use-period.ts';
import { Average } from './three-answers.tsx';

type AgentRow = Overview['by_agent'][number];

/** Keys are members of the row, by which it is sorted. */
function agentColumns(currency: string): Column<AgentRow>[] {
  const figure = (key: keyof AgentRow, title: string, render: (row: AgentRow) => ReactNode) =>
    ({ key, title, align: 'right', sortable: true, render }) as const;
  return [
    { key: 'agent', title: 'Agent', sortable: true, render: ({ agent }) => agent },
    figure('searches', 'Searches', ({ searches }) => searches.toLocaleString()),
    figure('sessions', 'Sessions', ({ sessions }) => sessions.toLocaleString()),
    figure('orders_verified', 'Orders', (row) => row.orders_verified.toLocaleString()),
    figure('conversion', 'Search to order', ({ conversion }) => percentOf(conversion)),
    figure('revenue_verified', 'Revenue', (row) => (
      <Money amount={row.revenue_verified} currency={currency} />
    )),
    figure('average_order', 'Average order', (row) => (
      <Average amount={row.average_order} currency={currency} />
    )),
  ];
}

export function AgentsPanel({ overview }: { overview: Overview }) {
  const state = useTableState(NO_FILTERS);
  const columns = agentColumns(overview.totals.currency);
  const sorted = columns.some(({ key }) => key === state.sort)
    ? overview.by_agent.toSorted(by(state.sort as keyof AgentRow, state.direction))
    : overview.by_agent;
  return (
    <Panel
      title="By agent"
      beside={<CsvLink path="/overview" query={daysQuery(overview)} format="csv_by_agent" list="by agent" />}
    >
      <DataTable
        label="Figures by agent"
        columns={columns}
        rows={sorted}
        rowKey={({ agent }) => agent}
        state={state}
        empty={
          <Text size="sm" c="dimmed">
            No agent has called in this period. Try the playground, or check your discovery.
          </Text>
        }
      />
    </Panel>
  );
}

const NO_FILTERS: readonly string[] = [];

/** Rows without a value come last in either direction. */
function by(key: keyof AgentRow, direction: 'asc' | 'desc') {
  const sign = direction === 'asc' ? 1 : -1;
  return (one: AgentRow, other: AgentRow) => {
    const [a, b] = [one[key], other[key]];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return sign * (typeof a === 'string' ? a.localeCompare(String(b)) : a - Number(b));
  };
}

/** Read apart from the figures, and rarely: each search is tried again. */
export function ZeroResultsPanel({ overview }: { overview: Overview }) {
  const { slug } = useStore();
  const query = useStoreQuery<ZeroResults>('/zero-result-searches', daysQuery(overview), {
    keepPrevious: true,
  });
  return (
    <Panel
      title="Searches without results"
      beside={
        <CsvLink path="/zero-result-searches" query={daysQuery(overview)} list="searches without results" />
      }
    >
      <QueryView query={query}>
        {({ items }) => (
          <Rows
            label="Searches without results"
            empty={
              overview.totals.searches === 0 ? 'No agent has searched yet.' : 'Every search returned results.'
            }
            heads={['Search', 'Count', 'Last', 'Now']}
            rows={items.map((row) => [
              <Link
                key="search"
                to={`${storePath(slug)}/search?q=${encodeURIComponent(row.query)}`}
                size="sm"
                aria-label={`Try ${row.query}`}
              >
                {row.query}
              </Link>,
              row.count.toLocaleString(),
              <Instant key="last" at={row.last_at} />,
              <FoundNow key="now" now={row.now} />,
            ])}
          />
        )}
      </QueryView>
    </Panel>
  );
}

function FoundNow({ now }: Pick<ZeroResults['items'][number], 'now'>) {
  if (now === null) return '—';
  const titles = now.titles.join(', ');
  return (
    <>
      {titles === '' ? 'Still nothing.' : `Finds ${titles}${now.has_more ? ' and more' : ''}.`}
      {now.relaxed !== null && (
        <Text size="xs" c="dimmed">
          {now.relaxed}
        </Text>
      )}
    </>
  );
}

export function RejectedCodesPanel({ overview }: { overview: Overview }) {
  return (
    <Panel
      title="Rejected discount codes"
      beside={
        <CsvLink
          path="/overview"
          query={overview.period}
          format="csv_rejected_codes"
          list="rejected discount codes"
        />
      }
    >
      <Rows
        label="Rejected codes"
        empty="No code was rejected."
        heads={['Code', 'Reason', 'Count']}
        rows={overview.rejected_codes.map((row) => [
          row.code,
          reasonInWords(row.reason),
          row.count.toLocaleString(),
        ])}
      />
    </Panel>
  );
}

interface RowsProps {
  label: string;
  heads: string[];
  rows: ReactNode[][];
  /** Said instead of a table without rows. */
  empty: string;
}

/** The first column is text, the others stand at the right unless they are words. */
function Rows({ label, heads, rows, empty }: RowsProps) {
  if (rows.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {empty}
      </Text>
    );
  }
  return (
    <ScrollingTable label={label} horizontalSpacing={6}>
      <Table.Thead>
        <Table.Tr>
          {heads.map((head) => (
            <Table.Th key={head} fz="xs" c="dimmed">
              {head}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((cells, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name of their own, and never move
          <Table.Tr key={row}>
            {cells.map((cell, position) => (
              <Table.Td key={heads[position]} style={{ overflowWrap: 'break-word' }}>
                {cell}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </ScrollingTable>
  );
}
