import { Button, Code, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { WebhookSubscriptions } from '../../activity-types.ts';
import { act } from '../../api.ts';
import { storePath, useStore } from '../../store-context.ts';
import { Instant } from '../instant.tsx';
import { ErrorNotice } from '../notice.tsx';
import { Panel } from '../panel.tsx';

/** Where the shop is to send, and whether it was found to be so. */
export function Subscriptions({ subscriptions }: { subscriptions: WebhookSubscriptions }) {
  const { slug } = useStore();
  const client = useQueryClient();
  const resubscribe = useMutation({
    mutationFn: () => act('POST', storePath(slug, '/webhooks/resubscribe')),
    onSuccess: async () => {
      notifications.show({ message: 'Your shop was asked to send its webhooks here.' });
      await client.invalidateQueries({ queryKey: ['store', slug, '/webhooks'] });
    },
  });
  return (
    <Panel
      title="Subscriptions"
      beside={
        <Button
          variant="default"
          size="xs"
          loading={resubscribe.isPending}
          onClick={() => resubscribe.mutate()}
        >
          Subscribe anew
        </Button>
      }
    >
      <Stack gap="xs">
        <Text size="sm">
          Your shop sends to <Code className="break">{subscriptions.address}</Code>
        </Text>
        <Text size="sm" c="dimmed">
          Last checked: <Instant at={subscriptions.checked_at} />
        </Text>
        <ErrorNotice error={resubscribe.error} title="Your shop did not take the subscriptions" />
      </Stack>
    </Panel>
  );
}
