import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import type { WebhookSubscriptions } from '../../../client/index.ts';
import { useStore } from '../../store-context.ts';
import { useAction } from '../../use-action.ts';
import { Guarded } from '../guarded.tsx';
import { Instant } from '../instant.tsx';
import { ErrorNotice } from '../notice.tsx';
import { Panel } from '../panel.tsx';

/** Webhook subscriptions of the shop, as of the last check. */
export function Subscriptions({ subscriptions }: { subscriptions: WebhookSubscriptions }) {
  const { slug } = useStore();
  const resubscribe = useAction('resubscribeStoreWebhooks', () => ({ slug }), ['listStoreWebhooks']);
  const { address, checked_at, checking, skipped, last_error } = subscriptions;
  return (
    <Panel
      title="Subscriptions"
      beside={
        <Guarded operation="resubscribeStoreWebhooks">
          <Button
            variant="default"
            size="xs"
            loading={resubscribe.isPending || checking}
            onClick={() => resubscribe.mutate()}
          >
            Repair webhooks
          </Button>
        </Guarded>
      }
    >
      <Stack gap="sm">
        <Text size="sm" component="div">
          Your shop sends webhooks to <Code className="break">{address}</Code>
        </Text>
        <Report subscriptions={subscriptions} />
        <Text size="sm" c="dimmed" role="status">
          {checking ? 'Checking …' : 'Last checked: '}
          {!checking && <Instant at={checked_at} />}
        </Text>
        {skipped !== null && (
          <Alert color="blue" icon={<IconInfoCircle aria-hidden />} title="No webhooks are requested">
            {skipped}
          </Alert>
        )}
        {last_error !== null && (
          <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title="The last check failed">
            {last_error}
          </Alert>
        )}
        <ErrorNotice error={resubscribe.error} title="The webhooks could not be repaired" />
      </Stack>
    </Panel>
  );
}

function Report({ subscriptions: { report } }: { subscriptions: WebhookSubscriptions }) {
  const parts: [words: string, topics: string[]][] = [
    ['Active', report.fine],
    ['Created', report.created],
    ['Repaired', report.repaired],
  ];
  return (
    <Stack gap={4}>
      {parts
        .filter(([, topics]) => topics.length > 0)
        .map(([words, topics]) => (
          <Group key={words} gap={6}>
            <Text size="sm">{words}:</Text>
            {topics.map((topic) => (
              <Code key={topic}>{topic}</Code>
            ))}
          </Group>
        ))}
    </Stack>
  );
}
