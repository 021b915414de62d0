import { Badge, ColorSwatch, Group, Stack, Text } from '@mantine/core';
import type { Store } from '../../client/index.ts';
import { useStore } from '../store-context.ts';
import { Attempts } from './health/attempts.tsx';
import { TestButton } from './health/test-button.tsx';
import { useHealth } from './health/use-health.ts';
import { statusOf, worstAspect } from './health/words.ts';
import { Instant } from './instant.tsx';

/** Health of a store, or its disconnection; "Paused" stands for a healthy store, and as a word beside a fault. */
function StoreStatus({ store }: { store: Pick<Store, 'health' | 'paused_at'> }) {
  const { words, color } = statusOf(store.health);
  const isPaused = store.paused_at !== null && store.health !== null;
  if (isPaused && store.health?.state === 'ok') return <Badge color="yellow">Paused</Badge>;
  return (
    <Group gap={6} display="inline-flex">
      <Badge color={color}>{words}</Badge>
      {isPaused && (
        <Text span size="xs" c="dimmed">
          Paused
        </Text>
      )}
    </Group>
  );
}

/** Mark of a store that needs attention, where there is no room for words. */
export function StatusDot({ store }: { store: Pick<Store, 'health'> }) {
  const { words, color } = statusOf(store.health);
  return <ColorSwatch size={10} color={`var(--mantine-color-${color}-6)`} role="img" aria-label={words} />;
}

/** Status of the store whose page this is. */
export function PresentStatus() {
  const { paused_at } = useStore();
  return <StoreStatus store={{ health: useHealth(), paused_at }} />;
}

/** Status with its cause, its begin and a test of a store that is not healthy. */
export function ExplainedStatus({ store }: { store: Store }) {
  const { slug, name, health, organization } = store;
  const worst = health && worstAspect(health);
  if (!health || !worst) return <StoreStatus store={store} />;
  return (
    <Stack gap={4} align="flex-start" maw={320}>
      <Group gap="xs">
        <StoreStatus store={store} />
        <Text size="xs" c="dimmed">
          <Instant at={worst.since} lasting />
        </Text>
      </Group>
      <Text size="xs" className="break">
        {worst.reason}
      </Text>
      <Attempts aspect={worst} health={health} />
      <TestButton slug={slug} name={name} organizationId={organization?.id} />
    </Stack>
  );
}
