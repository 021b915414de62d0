import { Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Overview, ZeroResults } from '../../api-types.ts';
import { storePath, useStore, useStoreQuery } from '../../store-context.ts';
import { reasonInWords } from '../activity/rejection-reasons.ts';
import { CsvLink } from '../csv-link.tsx';
import { Instant } from '../instant.tsx';
import { Link } from '../link.tsx';
import { Money } from '../money.tsx';
import { Panel } from '../panel.tsx';
import { QueryView } from '../query-view.tsx';
import { ScrollingTable } from '../scrolling-table.tsx';
import { percentOf } from './percent.ts';
import { daysQuery } from './use-period.ts';
import { Average } from './three-answers.tsx';

export function AgentsPanel({ overview }: { overview: Overview }) {
  return (
    <Panel
      title="By agent"
      beside={<CsvLink path="/overview" query={daysQuery(overview)} format="csv_by_agent" list="by agent" />}
    >
      <Rows
        label="Figures by agent"
        empty="No agent has called in this period. Try the playground, or check your discovery."
        heads={['Agent', 'Searches', 'Sessions', 'Orders', 'Search to order', 'Revenue', 'Average order']}
        rows={overview.by_agent.map((row) => [
          row.agent,
          row.searches.toLocaleString(),
          row.sessions.toLocaleString(),
          row.orders_verified.toLocaleString(),
          percentOf(row.conversion),
          <Money key="revenue" amount={row.revenue_verified} currency={overview.totals.currency} />,
          <Average key="average" amount={row.average_order} currency={overview.totals.currency} />,
        ])}
      />
    </Panel>
  );
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
  if (now === null) return '–';
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
