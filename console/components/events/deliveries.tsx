import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useStoreList } from '../../store-context.ts';
import { useTableState } from '../../table-state.ts';
import { Listing } from '../activity/listing.tsx';
import type { Column } from '../data-table.tsx';
import { DateFilter } from '../date-filter.tsx';
import { EmptyState } from '../empty-state.tsx';
import { SelectFilter } from '../filters.tsx';
import { Instant } from '../instant.tsx';
import { Panel } from '../panel.tsx';
import { DeliveryStatus } from './delivery-status.tsx';
import { OneDelivery } from './one-delivery.tsx';
import { ResendAll } from './resend-all.tsx';
import { DELIVERY_STATUS, type EventDelivery, type EventEndpoint } from './words.ts';

const FILTERS = ['endpoint_id', 'status', 'since', 'until'];
const STATUSES = Object.entries(DELIVERY_STATUS).map(([value, { words }]) => ({ value, label: words }));

/** Deliveries of events to the store's endpoints. */
export function Deliveries({ endpoints }: { endpoints: readonly EventEndpoint[] }) {
  const state = useTableState(FILTERS);
  const [opened, setOpened] = useState<string>();
  const list = useStoreList('listStoreEventDeliveries', state, 5_000);
  const byId = new Map(endpoints.map((endpoint) => [endpoint.id, endpoint]));
  const columns: Column<EventDelivery>[] = [
    {
      key: 'type',
      title: 'Event',
      render: ({ id, type }) => (
        <Button variant="transparent" size="compact-sm" px={0} onClick={() => setOpened(id)}>
          {type}
        </Button>
      ),
    },
    {
      key: 'status',
      title: 'Status',
      onCard: 'line',
      render: ({ status }) => <DeliveryStatus status={status} />,
    },
    {
      key: 'answer',
      title: 'Last answer',
      onCard: 'line',
      render: ({ history }) => answerOf(history.at(-1)),
    },
    { key: 'attempts', title: 'Attempts', align: 'right', render: ({ attempts }) => attempts },
    {
      key: 'endpoint',
      title: 'Endpoint',
      render: ({ endpoint_id }) => <EndpointName endpoint={byId.get(endpoint_id)} />,
    },
    {
      key: 'occurred_at',
      title: 'Occurred',
      onCard: 'corner',
      render: ({ occurred_at }) => <Instant at={occurred_at} />,
    },
  ];
  return (
    <Panel title="Deliveries" beside={<ResendAll filters={state.filters} />}>
      <Listing
        list={list}
        label="Deliveries"
        columns={columns}
        filters={
          <>
            <SelectFilter
              name="endpoint_id"
              label="Endpoint"
              all="All endpoints"
              state={state}
              options={endpoints.map(({ id, url }) => ({ value: id, label: url }))}
            />
            <SelectFilter name="status" label="Status" all="All" state={state} options={STATUSES} />
            <DateFilter state={state} />
          </>
        }
        empty={
          <EmptyState title="No deliveries">
            Press “Send test event” at an endpoint, and its delivery appears here within seconds. Delivered
            events are listed for 7 days, those given up for 30.
          </EmptyState>
        }
      />
      {opened && <OneDelivery id={opened} endpoints={byId} onClose={() => setOpened(undefined)} />}
    </Panel>
  );
}

function answerOf(attempt: EventDelivery['history'][number] | undefined) {
  return attempt?.status ?? attempt?.error;
}

/** Description of an endpoint, or its address on one line. */
function EndpointName({ endpoint }: { endpoint: EventEndpoint | undefined }) {
  return (
    <Text size="sm" lineClamp={1} maw={260} title={endpoint?.url} style={{ wordBreak: 'break-all' }}>
      {endpoint?.description || endpoint?.url.replace(/^https?:\/\//, '')}
    </Text>
  );
}
