import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { GetStoreOverviewResponse, ItemOf } from '../../../client/index.ts';
import { storePath, useStore, useStoreQuery } from '../../store-context.ts';
import { useTableState } from '../../table-state.ts';
import { VerifiedBadge } from '../activity/agent-name.tsx';
import { reasonInWords } from '../activity/rejection-reasons.ts';
import { CsvLink } from '../csv-link.tsx';
import { type Column, DataTable } from '../data-table.tsx';
import { Instant } from '../instant.tsx';
import { Link } from '../link.tsx';
import { Money } from '../money.tsx';
import { Panel } from '../panel.tsx';
import { QueryView } from '../query-view.tsx';
import { percentOf } from './percent.ts';
import { Average } from './three-answers.tsx';
import { useDaysQuery } from './use-period.ts';

/** Rows of a panel at first: one long list must not push the others out of sight. */
const FIRST = 10;

type AgentRow = GetStoreOverviewResponse['by_agent'][number];

/** Keys are members of the row, by which it is sorted. */
function agentColumns(currency: string, verified: ReadonlyMap<string, string>): Column<AgentRow>[] {
  const figure = (key: keyof AgentRow, title: string, render: (row: AgentRow) => ReactNode) =>
    ({ key, title, align: 'right', sortable: true, render }) as const;
  return [
    {
      key: 'agent',
      title: 'Agent',
      sortable: true,
      render: ({ agent }) => (
        <>
          {agent} {verified.has(agent) && <VerifiedBadge title={verified.get(agent) ?? ''} />}
        </>
      ),
    },
    figure('searches', 'Searches', ({ searches }) => searches.toLocaleString()),
    figure('sessions', 'Sessions', ({ sessions }) => sessions.toLocaleString()),
    figure('carts', 'Carts', ({ carts }) => carts.toLocaleString()),
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

/** Agents that have proved who they are, and in how many of their requests. */
function useVerifiedAgents(): ReadonlyMap<string, string> {
  const { data } = useStoreQuery('listStoreAgents', {});
  const verified = (data?.items ?? []).filter(({ verified_requests: count }) => count > 0);
  return new Map(
    verified.map(({ agent, requests, verified_requests: count }) => [
      agent,
      `Proved who it is in ${count.toLocaleString()} of ${requests.toLocaleString()} requests`,
    ]),
  );
}

export function AgentsPanel({ overview }: { overview: GetStoreOverviewResponse }) {
  const days = useDaysQuery(overview);
  const state = useTableState(NO_FILTERS);
  const columns = agentColumns(overview.totals.currency, useVerifiedAgents());
  const sorted = columns.some(({ key }) => key === state.sort)
    ? overview.by_agent.toSorted(by(state.sort as keyof AgentRow, state.direction))
    : overview.by_agent;
  return (
    <Panel
      title="By agent"
      beside={<CsvLink operation="getStoreOverview" query={days} format="csv_by_agent" list="by agent" />}
    >
      <DataTable
        label="Figures by agent"
        columns={columns}
        rows={sorted}
        rowKey={({ agent }) => agent}
        state={state}
        first={FIRST}
        empty="No agent has called in this period. Try the playground, or check your discovery."
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

type ZeroResult = ItemOf<'listStoreZeroResultSearches'>;

function searchColumns(slug: string): Column<ZeroResult>[] {
  return [
    {
      key: 'query',
      title: 'Search',
      render: ({ query, last_at }) => (
        <>
          <Link
            to={`${storePath(slug)}/search?q=${encodeURIComponent(query)}`}
            className="break"
            aria-label={`Try ${query}`}
          >
            {query}
          </Link>
          <Text size="xs" c="dimmed" fw={400}>
            <Instant at={last_at} />
          </Text>
        </>
      ),
    },
    { key: 'count', title: 'Count', align: 'right', render: ({ count }) => count.toLocaleString() },
    { key: 'now', title: 'Now', render: ({ now }) => now && <FoundNow now={now} /> },
  ];
}

/** Read apart from the figures, and rarely: each search is tried again. */
export function ZeroResultsPanel({ overview }: { overview: GetStoreOverviewResponse }) {
  const days = useDaysQuery(overview);
  const { slug } = useStore();
  const query = useStoreQuery('listStoreZeroResultSearches', days, {
    keepPrevious: true,
  });
  return (
    <Panel
      title="Searches without results"
      beside={
        <CsvLink operation="listStoreZeroResultSearches" query={days} list="searches without results" />
      }
    >
      <QueryView query={query}>
        {({ items }) => (
          <DataTable
            label="Searches without results"
            columns={searchColumns(slug)}
            rows={items}
            rowKey={({ query: searched }) => searched}
            first={FIRST}
            empty={
              overview.totals.searches === 0 ? 'No agent has searched yet.' : 'Every search returned results.'
            }
          />
        )}
      </QueryView>
    </Panel>
  );
}

function FoundNow({ now }: { now: NonNullable<ZeroResult['now']> }) {
  const titles = now.titles.join(', ');
  return (
    <>
      {titles === '' ? 'Still nothing.' : `Finds ${titles}${now.has_more ? ' and more' : ''}.`}
      {titles !== '' && now.relaxed !== null && (
        <Text size="xs" c="dimmed">
          {now.relaxed}
        </Text>
      )}
    </>
  );
}

const CODE_COLUMNS: readonly Column<GetStoreOverviewResponse['rejected_codes'][number]>[] = [
  { key: 'code', title: 'Code', render: ({ code }) => code },
  { key: 'reason', title: 'Reason', render: ({ reason }) => reasonInWords(reason) },
  { key: 'count', title: 'Count', align: 'right', render: ({ count }) => count.toLocaleString() },
];

export function RejectedCodesPanel({ overview }: { overview: GetStoreOverviewResponse }) {
  const days = useDaysQuery(overview);
  return (
    <Panel
      title="Rejected discount codes"
      beside={
        <CsvLink
          operation="getStoreOverview"
          query={days}
          format="csv_rejected_codes"
          list="rejected discount codes"
        />
      }
    >
      <DataTable
        label="Rejected codes"
        columns={CODE_COLUMNS}
        rows={overview.rejected_codes}
        rowKey={({ code, reason }) => `${code} ${reason}`}
        first={FIRST}
        empty="No code was rejected."
      />
    </Panel>
  );
}
