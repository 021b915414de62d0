import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useStoreQuery } from '../../store-context.ts';
import { useStoreAction } from '../../use-action.ts';
import { JsonBlock } from '../code-block.tsx';
import { DataTable } from '../data-table.tsx';
import { Guarded } from '../guarded.tsx';
import { Instant } from '../instant.tsx';
import { ErrorNotice } from '../notice.tsx';
import { QueryView } from '../query-view.tsx';
import { Unreadable } from '../unreadable.tsx';
import { DeliveryStatus } from './delivery-status.tsx';
import type { EventDelivery, EventEndpoint } from './words.ts';

interface Props {
  id: string;
  /** Endpoints of the store by their ids. */
  endpoints: ReadonlyMap<string, EventEndpoint>;
  onClose: () => void;
}

/** Attempts and payload of one delivery, which can be sent again. */
export function OneDelivery({ id, endpoints, onClose }: Props) {
  const query = useStoreQuery('getStoreEventDelivery', { delivery_id: id }, { refetchInterval: 3_000 });
  return (
    <Modal opened onClose={onClose} title="Delivery" size="xl">
      <QueryView query={query}>
        {({ delivery, payload, unreadable }) => (
          <Stack>
            <Heading delivery={delivery} />
            <Attempts
              delivery={delivery}
              heldUntil={endpoints.get(delivery.endpoint_id)?.held_until ?? null}
            />
            {unreadable ? <Unreadable what="The payload" /> : <JsonBlock label="Payload" value={payload} />}
          </Stack>
        )}
      </QueryView>
    </Modal>
  );
}

function Heading({ delivery }: { delivery: EventDelivery }) {
  const resend = useStoreAction('resendStoreEventDelivery', () => ({ delivery_id: delivery.id }), {
    success: 'The event is sent again.',
  });
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Group gap="sm">
          <Text fw={600}>{delivery.type}</Text>
          <DeliveryStatus status={delivery.status} />
        </Group>
        <Guarded operation="resendStoreEventDelivery">
          <Button variant="default" size="xs" loading={resend.isPending} onClick={() => resend.mutate()}>
            Send again
          </Button>
        </Guarded>
      </Group>
      <Text size="sm" c="dimmed" className="break">
        webhook-id: {delivery.message_id}
      </Text>
      <ErrorNotice error={resend.error} title="The event was not sent again" />
    </Stack>
  );
}

/** `heldUntil`: nothing is sent to the endpoint before this instant. */
function Attempts({ delivery, heldUntil }: { delivery: EventDelivery; heldUntil: string | null }) {
  const { history, next_attempt_at: due } = delivery;
  return (
    <Stack gap="xs">
      <DataTable
        label="Attempts"
        rows={history}
        rowKey={({ at }) => at}
        empty={null}
        columns={[
          { key: 'at', title: 'Attempt', render: ({ at }) => <Instant at={at} /> },
          { key: 'status', title: 'Status', render: ({ status }) => status },
          { key: 'error', title: 'Result', render: ({ error }) => error ?? 'Delivered' },
        ]}
      />
      {due !== null && (
        <Text size="sm" role="status">
          Next attempt: <Instant at={heldUntil !== null && heldUntil > due ? heldUntil : due} isAhead />
        </Text>
      )}
    </Stack>
  );
}
