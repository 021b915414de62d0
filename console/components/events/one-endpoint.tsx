import { Badge, Button, Code, Group, Paper, Stack, Switch, Text } from '@mantine/core';
import { useStoreAction } from '../../use-action.ts';
import { ConfirmButton } from '../confirm-button.tsx';
import { Instant } from '../instant.tsx';
import { ErrorNotice } from '../notice.tsx';
import { Unreadable } from '../unreadable.tsx';
import { type EventEndpoint, endpointState } from './words.ts';

interface Props {
  endpoint: EventEndpoint;
  onEdit: () => void;
  /** Called with the new secret after a rotation. */
  onRotated: (secret: string) => void;
}

/** One event endpoint with its state and what can be done with it. */
export function OneEndpoint({ endpoint, onEdit, onRotated }: Props) {
  const inputOf = () => ({ endpoint_id: endpoint.id });
  const toggle = useStoreAction('updateStoreEventEndpoint', (enabled: boolean) => ({
    ...inputOf(),
    body: { enabled },
  }));
  const test = useStoreAction('testStoreEventEndpoint', inputOf, {
    success: 'Test event sent. Its delivery is listed below.',
  });
  const rotate = useStoreAction('rotateStoreEventEndpointSecret', inputOf, {
    onDone: ({ secret }) => onRotated(secret),
  });
  const remove = useStoreAction('deleteStoreEventEndpoint', inputOf);
  const { words, color, why } = endpointState(endpoint);
  return (
    <Paper component="li" withBorder p="md" aria-label={endpoint.url || 'Endpoint without its address'}>
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start">
          <Stack gap={2} style={{ minWidth: 0 }}>
            {endpoint.url !== '' && <Code className="break">{endpoint.url}</Code>}
            {endpoint.description !== '' && <Text size="sm">{endpoint.description}</Text>}
            <Text size="sm" c="dimmed">
              {endpoint.event_types === null ? 'All events' : endpoint.event_types.join(', ')}
            </Text>
          </Stack>
          <Badge color={color}>{words}</Badge>
        </Group>
        {endpoint.unreadable && (
          <Unreadable what="Its address or its signing secret">
            Edit the address and replace the secret: until then nothing is sent.
          </Unreadable>
        )}
        {why && (
          <Text size="sm">
            {why}
            {endpoint.held_until !== null && endpoint.enabled && (
              <>
                {' '}
                Next attempt: <Instant at={endpoint.held_until} isAhead />.
              </>
            )}
          </Text>
        )}
        {endpoint.previous_secret_until !== null && (
          <Text size="sm" c="dimmed">
            The secret was replaced; the one before signs along for 24 hours.
          </Text>
        )}
        <ErrorNotice error={toggle.error ?? test.error} title="The endpoint was not changed" />
        <Group gap="xs">
          <Switch
            label="Enabled"
            checked={endpoint.enabled}
            onChange={({ currentTarget }) => toggle.mutate(currentTarget.checked)}
            aria-busy={toggle.isPending}
          />
          <Button
            variant="default"
            size="xs"
            disabled={!endpoint.enabled}
            loading={test.isPending}
            onClick={() => test.mutate()}
          >
            Send test event
          </Button>
          <Button variant="default" size="xs" onClick={onEdit}>
            Edit
          </Button>
          <ConfirmButton
            title="Replace the signing secret?"
            text="For 24 hours events are signed with both secrets. Change your endpoint within that time."
            confirm="Replace secret"
            action={rotate}
            label="Replace secret"
            size="xs"
          />
          <ConfirmButton
            title="Remove this endpoint?"
            text="Its deliveries are deleted, and events that wait for it are not sent."
            confirm="Remove endpoint"
            action={remove}
            label="Remove"
            size="xs"
          />
        </Group>
      </Stack>
    </Paper>
  );
}
