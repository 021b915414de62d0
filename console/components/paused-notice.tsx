import { Alert, Button, Group, Text } from '@mantine/core';
import { IconPlayerPause } from '@tabler/icons-react';
import { useStore } from '../store-context.ts';
import { useStoreAction } from '../use-action.ts';
import { Guarded } from './guarded.tsx';
import { Instant } from './instant.tsx';
import { ErrorNotice } from './notice.tsx';

/** Says on every page of a paused store that agents cannot order; empty for another. */
export function PausedNotice() {
  const { paused_at } = useStore();
  const resume = useStoreAction('resumeStore', () => ({}), { success: 'Agents can order again.' });
  if (paused_at === null) return null;
  return (
    <Alert color="yellow" icon={<IconPlayerPause aria-hidden />} mb="lg" py="xs">
      <Group justify="space-between" gap="sm">
        <Text size="sm">
          This store was paused <Instant at={paused_at} />. Agents can neither search nor order, and are told
          so.
        </Text>
        <Guarded operation="resumeStore">
          <Button size="xs" variant="default" loading={resume.isPending} onClick={() => resume.mutate()}>
            Resume the store
          </Button>
        </Guarded>
      </Group>
      <ErrorNotice error={resume.error} title="The store was not resumed" />
    </Alert>
  );
}
