import { Alert, Code, List, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useParams } from 'wouter';
import type { GetStoreRequestResponse } from '../../client/index.ts';
import { AgentName } from '../components/activity/agent-name.tsx';
import { BackTo } from '../components/activity/back-to.tsx';
import { Duration } from '../components/activity/duration.tsx';
import { Facts } from '../components/activity/facts.tsx';
import { OrderLink } from '../components/activity/order-link.tsx';
import { HttpStatus } from '../components/activity/status-badge.tsx';
import { CodeBlock, JsonBlock } from '../components/code-block.tsx';
import { DataTable } from '../components/data-table.tsx';
import { Instant } from '../components/instant.tsx';
import { Link } from '../components/link.tsx';
import { PageTitle } from '../components/page-title.tsx';
import { Panel } from '../components/panel.tsx';
import { QueryView } from '../components/query-view.tsx';
import { shortId } from '../components/short-id.ts';
import { storePath, useStore, useStoreQuery } from '../store-context.ts';

const REFUSED_UNREAD =
  'Refused before its body was read. Further requests within the same minute are not listed.';

type Logged = GetStoreRequestResponse['request'];

export function Request() {
  const { id = '' } = useParams<{ id: string }>();
  const query = useStoreQuery('getStoreRequest', { log_id: id });
  const request = query.data?.request;
  return (
    <>
      <BackTo path="/requests" label="All requests" />
      <PageTitle beside={request && <HttpStatus status={request.status} />}>
        {request
          ? (request.tool ?? `${request.method} ${request.endpoint.replace(/^[A-Z]+ /, '')}`)
          : 'Request'}
      </PageTitle>
      <QueryView query={query}>{(answer) => <Details request={answer.request} />}</QueryView>
    </>
  );
}

function Details({ request }: { request: Logged }) {
  return (
    <Stack gap="md">
      {request.error && (
        <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title="Rejected">
          {request.error}
        </Alert>
      )}
      <Verdicts verdicts={request.verdicts} />
      <Summary request={request} />
      <Repairs repairs={request.repairs} />
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
        <Stack gap="md" miw={0}>
          <JsonBlock label="Request headers" value={request.request_headers} wrap />
          <Body
            label="Request body"
            value={request.request_body}
            absent={request.status === 429 ? REFUSED_UNREAD : 'The request had no body.'}
          />
        </Stack>
        <Stack gap="md" miw={0}>
          <Body
            label="Response"
            value={request.response_body}
            absent="No response body is kept for successful reads. The log keeps responses to changes, and errors."
          />
        </Stack>
      </SimpleGrid>
      <UpstreamCalls calls={request.upstream_calls} />
      <CodeBlock label="As curl" code={request.curl} wrap />
    </Stack>
  );
}

function Verdicts({ verdicts }: Pick<Logged, 'verdicts'>) {
  if (verdicts.length === 0) return null;
  return (
    <Panel title="Rules">
      <List size="sm">
        {verdicts.map(({ rule, reason, mode }) => (
          <List.Item key={mode}>
            {`${rule} ${mode === 'on' ? 'refused this call' : 'would have refused this call'}: ${reason}`}
          </List.Item>
        ))}
      </List>
    </Panel>
  );
}

function Summary({ request }: { request: Logged }) {
  const { slug } = useStore();
  return (
    <Panel title="Summary">
      <Facts
        facts={[
          ['Agent', <AgentName key="agent" agent={request.agent} verified={request.agent_verified} />],
          ['Transport', request.transport.toUpperCase()],
          ['Date', <Instant key="at" at={request.at} />],
          ['Duration', <Duration key="took" ms={request.duration_ms} />],
          ['Path', <Code key="path">{request.path}</Code>],
          ['Request ID', <Code key="id">{request.request_id}</Code>],
          ['Session', reference(slug, 'sessions', request.session_id)],
          ['Cart', reference(slug, 'carts', request.cart_id)],
          ['Order', <OrderLink key="order" id={request.order_id} />],
        ]}
      />
    </Panel>
  );
}

function reference(slug: string, page: string, id: string | null) {
  if (id === null) return '—';
  return <Link to={`${storePath(slug)}/${page}/${id}`}>{shortId(id)}</Link>;
}

function Body({ label, value, absent }: { label: string; value: unknown; absent: string }) {
  if (value === null || value === undefined) {
    return (
      <Text size="sm" c="dimmed">
        {absent}
      </Text>
    );
  }
  return <JsonBlock label={label} value={value} wrap />;
}

function Repairs({ repairs }: { repairs: Logged['repairs'] }) {
  if (repairs.length === 0) return null;
  return (
    <Panel title={`Corrected arguments (${repairs.length})`}>
      <List size="sm">
        {repairs.map((repair, position) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: what was logged does not change any more
          <List.Item key={position} className="break">
            {repair}
          </List.Item>
        ))}
      </List>
    </Panel>
  );
}

function UpstreamCalls({ calls }: { calls: Logged['upstream_calls'] }) {
  if (calls.length === 0) return null;
  return (
    <Panel title="Calls to your shop">
      <DataTable
        label="Calls to your shop"
        rows={calls.map((call, position) => ({ ...call, position }))}
        rowKey={({ position }) => String(position)}
        empty={null}
        columns={[
          { key: 'operation', title: 'Operation', render: ({ operation }) => operation },
          {
            key: 'status',
            title: 'Status',
            render: ({ status, failure }) => status ?? failure ?? 'no response',
          },
          {
            key: 'duration',
            title: 'Duration',
            align: 'right',
            render: ({ duration_ms }) => <Duration ms={duration_ms} />,
          },
        ]}
      />
    </Panel>
  );
}
