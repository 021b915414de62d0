import { Stack, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import type { InputOf, LoggedRequest } from '../../client/index.ts';
import { AgentFilter } from '../components/activity/agent-filter.tsx';
import { AgentName } from '../components/activity/agent-name.tsx';
import { Duration } from '../components/activity/duration.tsx';
import { EndpointFilter } from '../components/activity/endpoint-filter.tsx';
import { LatencyPanel } from '../components/activity/latency.tsx';
import { Listing } from '../components/activity/listing.tsx';
import { NothingListed } from '../components/activity/nothing-listed.tsx';
import { HttpStatus } from '../components/activity/status-badge.tsx';
import { Traffic } from '../components/activity/traffic.tsx';
import { AllRead } from '../components/all-read.tsx';
import type { Column } from '../components/data-table.tsx';
import { DateFilter } from '../components/date-filter.tsx';
import { SearchFilter, SelectFilter } from '../components/filters.tsx';
import { Instant } from '../components/instant.tsx';
import { Link } from '../components/link.tsx';
import { anyOf } from '../components/list-tabs.tsx';
import { PageTitle } from '../components/page-title.tsx';
import { shortId } from '../components/short-id.ts';
import { ShowTests, useTestsIn } from '../components/show-tests.tsx';
import { storePath, useStore, useStoreList } from '../store-context.ts';
import { useTableState } from '../table-state.ts';

type StatusClass = NonNullable<InputOf<'listStoreRequests'>['status_class']>;

const FILTERS = ['status_class', 'status', 'endpoint', 'agent', 'q', 'since', 'until'];
const TABS = [
  { label: 'All', filters: {} },
  { label: 'Succeeded', filters: { status_class: anyOf<StatusClass>('2xx') } },
  { label: 'Rejected (4xx)', filters: { status_class: anyOf<StatusClass>('4xx') } },
  { label: 'Failed (5xx)', filters: { status_class: anyOf<StatusClass>('5xx') } },
];

const STATUS_CODES = ['400', '401', '404', '409', '422', '429', '502', '503'].map((value) => ({
  value,
  label: value,
}));

function columnsOf(slug: string): Column<LoggedRequest>[] {
  return [
    {
      key: 'endpoint',
      title: 'Request',
      render: (row) => (
        <div>
          <Link to={`${storePath(slug)}/requests/${row.id}`} fw={500} className="break two-lines">
            {callOf(row, slug)}
          </Link>
          <RequestId row={row} />
        </div>
      ),
    },
    {
      key: 'status',
      title: 'Status',
      onCard: 'line',
      render: ({ status }) => <HttpStatus status={status} />,
    },
    {
      key: 'error',
      title: 'Error',
      onCard: 'line',
      render: ({ error }) =>
        error && (
          <Text size="sm" ta="left" lineClamp={2} miw={180} maw={300} className="break" title={error}>
            {error}
          </Text>
        ),
    },
    {
      key: 'duration_ms',
      title: 'Duration',
      align: 'right',
      onCard: 'corner',
      render: ({ duration_ms }) => <Duration ms={duration_ms} />,
    },
    {
      key: 'agent',
      title: 'Agent',
      onCard: 'line',
      render: ({ agent, agent_verified }) => <AgentName agent={agent} verified={agent_verified} />,
    },
    { key: 'at', title: 'Date', onCard: 'corner', render: ({ at }) => <Instant at={at} /> },
  ];
}

/** Transport, and the end of the id that the agent was given with a button that copies the whole. */
function RequestId({ row: { transport, request_id: id } }: { row: LoggedRequest }) {
  const clipboard = useClipboard({ timeout: 2_000 });
  return (
    <Text size="xs" c="dimmed" fw={400}>
      {transport.toUpperCase()} ·{' '}
      <UnstyledButton fz="xs" c="dimmed" mih={24} miw={24} title={id} onClick={() => clipboard.copy(id)}>
        {clipboard.copied ? 'Copied' : `ID ${shortId(id)}`}
        <VisuallyHidden component="span">: copy the request id</VisuallyHidden>
      </UnstyledButton>
    </Text>
  );
}

/** A tool's name over MCP, method and path over REST. */
function callOf({ tool, method, path }: LoggedRequest, slug: string): string {
  return tool ?? `${method} ${readable(shortened(path.replace(`/api/ucp/${slug}`, ''))) || '/'}`;
}

/** Without percent-encoding, where it can be read. */
function readable(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Ids by their beginnings; the request's own page has the whole. */
function shortened(path: string): string {
  return path.replaceAll(/([\da-f]{8})-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/gi, '$1…');
}

export function Requests() {
  const { slug } = useStore();
  const state = useTestsIn(useTableState(FILTERS));
  const list = useStoreList('listStoreRequests', state, 10_000);
  const isEmpty = list.query.data?.total === 0 && Object.keys(state.applied).length === 0;
  return (
    <>
      <PageTitle
        help="Every request from agents, with its response. Secrets and personal data are redacted."
        actions={<ShowTests />}
      >
        Requests
      </PageTitle>
      <AllRead queries={[list.query]}>
        <Stack gap="lg">
          {!isEmpty && <Traffic state={state} />}
          <Listing
            list={list}
            label="Requests"
            columns={columnsOf(slug)}
            tabs={TABS}
            search={<SearchFilter name="q" label="Search" placeholder="Path or error" state={state} />}
            filters={
              <>
                <SelectFilter
                  name="status"
                  label="Status code"
                  all="Any code"
                  options={STATUS_CODES}
                  state={state}
                />
                <EndpointFilter state={state} />
                <AgentFilter state={state} />
                <DateFilter state={state} />
              </>
            }
            empty={
              <NothingListed title="No agent has called yet">
                Agents call once they can find your store. Try it yourself in the playground, and check your
                domain under Discovery.
              </NothingListed>
            }
          />
          <LatencyPanel state={state} />
        </Stack>
      </AllRead>
    </>
  );
}
