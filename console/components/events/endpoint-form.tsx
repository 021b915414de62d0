import { Button, Group, Modal, MultiSelect, Stack } from '@mantine/core';
import { useState } from 'react';
import type { EventType } from '../../../src/commerce/order/events.ts';
import { useStore } from '../../store-context.ts';
import { required, useWireForm } from '../../use-wire-form.ts';
import { ErrorNotice } from '../notice.tsx';
import { TextField } from '../text-field.tsx';
import { EVENT_OPTIONS, type EventEndpoint } from './words.ts';

interface Props {
  /** Endpoint to change; undefined to add one. */
  endpoint?: EventEndpoint | undefined;
  onClose: () => void;
  /** `secret`: of a new endpoint. */
  onSaved: (secret: string | undefined) => void;
}

/** Adds an event endpoint, or changes one. */
export function EndpointForm({ endpoint, onClose, onSaved }: Props) {
  const { slug } = useStore();
  const [types, setTypes] = useState<EventType[]>(endpoint?.event_types ?? []);
  const [isPicking, setIsPicking] = useState(false);
  const { form, submit, busy, error } = useWireForm(
    endpoint ? 'updateStoreEventEndpoint' : 'createStoreEventEndpoint',
    {
      initial: { url: endpoint?.url ?? '', description: endpoint?.description ?? '' },
      validate: { url: required('the address of your endpoint') },
      inputOf: (values) => ({
        slug,
        ...(endpoint ? { endpoint_id: endpoint.id } : {}),
        body: { ...values, event_types: types.length === 0 ? null : types },
      }),
      onDone: (answer) => onSaved('secret' in answer ? answer.secret : undefined),
    },
  );
  return (
    <Modal
      opened
      onClose={onClose}
      // Escape then closes the list of events alone.
      closeOnEscape={!isPicking}
      title={endpoint ? 'Edit endpoint' : 'Add endpoint'}
      size="lg"
    >
      <form onSubmit={submit} noValidate>
        <Stack>
          <ErrorNotice error={error} title="The endpoint was not saved" />
          <TextField
            form={form}
            name="url"
            label="URL"
            description="Your https URL. Redirects are not followed."
            placeholder="https://example.com/ucp-events"
            data-autofocus
          />
          <TextField
            form={form}
            name="description"
            label="Description"
            placeholder="What the endpoint is for"
          />
          <MultiSelect
            label="Events"
            description="Leave empty to get every event, also of later versions."
            placeholder={types.length === 0 ? 'All events' : ''}
            data={EVENT_OPTIONS}
            value={types}
            onChange={setTypes}
            onDropdownOpen={() => setIsPicking(true)}
            onDropdownClose={() => setIsPicking(false)}
            clearable
            clearButtonProps={{ 'aria-label': 'Clear events' }}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={busy}>
              {endpoint ? 'Save endpoint' : 'Add endpoint'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
