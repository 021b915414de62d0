import { Button, Text } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import type { GetStoreOverviewResponse, ItemOf } from '../../../client/index.ts';
import { storePath, useStore, useStoreQuery } from '../../store-context.ts';
import { useTableState } from '../../table-state.ts';
import { AgentMark } from '../activity/agent-mark.tsx';
import { VerifiedSign } from '../activity/agent-name.tsx';
import { reasonInWords } from '../activity/rejection-reasons.ts';
import { CsvLink } from '../csv-link.tsx';
import { type Column, DataTable } from '../data-table.tsx';
import { Instant } from '../instant.tsx';
import { Link } from '../link.tsx';
import { Money } from '../money.tsx';
import { Panel } from '../panel.tsx';
import { QueryView } from '../query-view.tsx';
import { type RankedItem, RankedList } from '../ranked-list.tsx';
import { Average } from './facts.tsx';
import { percentOf } from './percent.ts';
import { useDaysQuery } from './use-period.ts';

/** Rows of a panel at first: one long list must not push the others out of sight. */
const FIRST = 5;
const FIRST_AGENTS = 10;

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
          <AgentMark agent={agent} /> {agent}{' '}
          {verified.has(agent) && <VerifiedSign title={verified.get(agent) ?? ''} />}
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
  const phone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  const [isAsked, { open }] = useDisclosure(false);
  const isOpen = !phone || isAsked || state.sort !== undefined;
  if (overview.by_agent.length === 0) return null;
  return (
    <Panel
      title="By agent"
      beside={<CsvLink operation="getStoreOverview" query={days} format="csv_by_agent" list="by agent" />}
    >
      {!isOpen && (
        <Button variant="default" size="xs" onClick={open}>
          Show all figures
        </Button>
      )}
      {isOpen && (
        <DataTable
          label="Figures by agent"
          columns={columns}
          rows={sorted}
          rowKey={({ agent }) => agent}
          state={state}
          first={FIRST_AGENTS}
          empty={null}
        />
      )}
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

/** Read apart from the figures, and rarely: each search is tried again. */
export function ZeroResultsPanel({ overview }: { overview: GetStoreOverviewResponse }) {
  const days = useDaysQuery(overview);
  const { slug } = useStore();
  const query = useStoreQuery('listStoreZeroResultSearches', days, { keepPrevious: true });
  const toItem = ({ query: searched, count, last_at, now }: ZeroResult): RankedItem => ({
    key: searched,
    name: (
      <>
        <Link
          to={`${storePath(slug)}/search?q=${encodeURIComponent(searched)}`}
          aria-label={`Try ${searched}`}
          underline="always"
        >
          {searched}
        </Link>
        {now && <FoundNow now={now} />}
      </>
    ),
    value: `${count.toLocaleString()}×`,
    below: <Instant at={last_at} />,
    weight: count,
  });
  return (
    <Panel
      title="Searches without results"
      beside={
        <CsvLink
          operation="listStoreZeroResultSearches"
          query={days}
          list="searches without results"
          rows={query.data?.items.length ?? 0}
        />
      }
    >
      <div className="ranked-room">
        <QueryView query={query}>
          {({ items }) =>
            items.length === 0 ? (
              <Nothing>
                {overview.totals.searches === 0
                  ? 'No agent has searched in this period.'
                  : 'Every search returned results.'}
              </Nothing>
            ) : (
              <RankedList label="Searches without results" items={items.map(toItem)} first={FIRST} />
            )
          }
        </QueryView>
      </div>
    </Panel>
  );
}

function FoundNow({ now }: { now: NonNullable<ZeroResult['now']> }) {
  const titles = now.titles.join(', ');
  const text =
    titles === ''
      ? 'Still nothing.'
      : `Finds ${titles}${now.has_more ? ' and more' : ''}. ${now.relaxed ?? ''}`;
  return (
    <Text size="xs" c="dimmed" lineClamp={1} title={text}>
      {text}
    </Text>
  );
}

type RejectedCode = GetStoreOverviewResponse['rejected_codes'][number];

export function RejectedCodesPanel({ overview }: { overview: GetStoreOverviewResponse }) {
  const days = useDaysQuery(overview);
  const toItem = ({ code, reason, count }: RejectedCode): RankedItem => ({
    key: `${code} ${reason}`,
    name: (
      <>
        {code}
        <Text size="xs" c="dimmed">
          {reasonInWords(reason)}
        </Text>
      </>
    ),
    value: `${count.toLocaleString()}×`,
    weight: count,
  });
  return (
    <Panel
      title="Rejected discount codes"
      beside={
        <CsvLink
          operation="getStoreOverview"
          query={days}
          format="csv_rejected_codes"
          list="rejected discount codes"
          rows={overview.rejected_codes.length}
        />
      }
    >
      {overview.rejected_codes.length === 0 ? (
        <Nothing>No code was rejected.</Nothing>
      ) : (
        <RankedList label="Rejected codes" items={overview.rejected_codes.map(toItem)} first={FIRST} />
      )}
    </Panel>
  );
}

export function Nothing({ children }: { children: string }) {
  return (
    <Text size="sm" c="dimmed">
      {children}
    </Text>
  );
}
