import { Button, Group, Stack } from '@mantine/core';
import { IconPlus, IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { useStore } from '../../store-context.ts';
import { ABOUT_STORES, useReread } from '../../use-action.ts';
import { CsvLink } from '../csv-link.tsx';
import { EmptyState } from '../empty-state.tsx';
import { LimitLine } from '../limit-line.tsx';
import { Panel } from '../panel.tsx';
import { ShownOnce } from '../shown-once.tsx';
import { EndpointForm } from './endpoint-form.tsx';
import { OneEndpoint } from './one-endpoint.tsx';
import type { EventEndpoint } from './words.ts';

/** The store's event endpoints. */
export function Endpoints({ endpoints }: { endpoints: readonly EventEndpoint[] }) {
  const reread = useReread(ABOUT_STORES);
  const { organization } = useStore();
  const [edited, setEdited] = useState<EventEndpoint | 'new'>();
  const [secret, setSecret] = useState<{ text: string; rotated: boolean }>();
  const add = (
    <Button size="xs" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEdited('new')}>
      Add endpoint
    </Button>
  );
  return (
    <Panel
      title="Endpoints"
      beside={
        endpoints.length > 0 && (
          <Group gap="xs">
            <CsvLink operation="listStoreEventEndpoints" list="endpoints" />
            {add}
          </Group>
        )
      }
    >
      <Stack>
        <LimitLine organizationId={organization?.id} name="event_endpoints" />
        {secret && (
          <ShownOnce
            title="Copy the signing secret now. It is shown only once"
            what="signing secret"
            secret={secret.text}
            onClose={() => setSecret(undefined)}
          >
            {secret.rotated
              ? 'Events are signed with both secrets for 24 hours, so that you can change over.'
              : 'Your endpoint verifies with it that an event is from us (Standard Webhooks).'}
          </ShownOnce>
        )}
        {endpoints.length === 0 ? (
          <EmptyState icon={IconSend} title="No endpoints yet" action={add}>
            Add an address of yours, and we send it a signed event whenever something happens in this store.
          </EmptyState>
        ) : (
          <Stack component="ul" aria-label="Endpoints" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
            {endpoints.map((endpoint) => (
              <OneEndpoint
                key={endpoint.id}
                endpoint={endpoint}
                onEdit={() => setEdited(endpoint)}
                onRotated={(text) => setSecret({ text, rotated: true })}
              />
            ))}
          </Stack>
        )}
      </Stack>
      {edited && (
        <EndpointForm
          endpoint={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
          onSaved={(text) => {
            setEdited(undefined);
            if (text !== undefined) setSecret({ text, rotated: false });
            void reread();
          }}
        />
      )}
    </Panel>
  );
}
