import { Badge, Group, Stack, Text } from '@mantine/core';
import type { StoreSummary } from '../api-types.ts';
import { TestButton } from './health/test-button.tsx';
import { statusOf, worstAspect } from './health/words.ts';
import { Instant } from './instant.tsx';

export function StoreStatus({ store: { health } }: { store: Pick<StoreSummary, 'health'> }) {
  const { words, color } = statusOf(health);
  // A table would cut it to an ellipsis.
  return (
    <Badge color={color} miw="max-content">
      {words}
    </Badge>
  );
}

/** Status with its cause, its begin and a test of a store that is not healthy. */
export function ExplainedStatus({ store }: { store: StoreSummary }) {
  const { slug, name, health } = store;
  const worst = health && worstAspect(health);
  if (!health || !worst) return <StoreStatus store={store} />;
  return (
    <Stack gap={4} align="flex-start" maw={320}>
      <Group gap="xs">
        <StoreStatus store={store} />
        <Text size="xs" c="dimmed">
          since <Instant at={worst.since} />
        </Text>
      </Group>
      <Text size="xs" className="break">
        {worst.reason}
      </Text>
      <TestButton slug={slug} name={name} health={health} />
    </Stack>
  );
}
