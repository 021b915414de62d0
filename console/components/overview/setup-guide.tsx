import { Button, Card, Group, Progress, SimpleGrid, Text, ThemeIcon, Title } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconCheck, IconCircleDashed } from '@tabler/icons-react';
import type { GetStoreSetupResponse } from '../../../client/index.ts';

export type SetupStep = GetStoreSetupResponse['steps'][number];

import { storePath } from '../../store-context.ts';
import { Link } from '../link.tsx';

/** Page of each step, below the store's path. */
const PLACES: Record<SetupStep['id'], { page: string; label: string }> = {
  connect: { page: 'settings', label: 'Open settings' },
  discovery: { page: 'discovery', label: 'Set up discovery' },
  test_purchase: { page: 'playground', label: 'Open the playground' },
  live: { page: 'requests', label: 'View requests' },
};

/** Keeps a date on one line. */
const NON_BREAKING_HYPHEN = '\u2011';

/** Remaining steps of the set-up; hidden when all are done. */
export function SetupGuide({ slug, steps }: { slug: string; steps: SetupStep[] }) {
  const [hidden, setHidden] = useLocalStorage({ key: `setup-guide-hidden/${slug}`, defaultValue: false });
  const done = steps.filter((step) => step.done).length;
  if (done === steps.length) return null;
  const next = steps.find((step) => !step.done);
  if (hidden)
    return (
      <Group justify="flex-end">
        <Button variant="subtle" size="xs" onClick={() => setHidden(false)}>
          Show the setup guide
        </Button>
      </Group>
    );
  return (
    <Card withBorder padding="lg" component="section" aria-labelledby="setup-title">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4" id="setup-title">
          Get ready for agents
        </Title>
        <Group gap="sm">
          <Text size="sm" c="dimmed">
            {done} of {steps.length} done
          </Text>
          <Button variant="subtle" size="xs" onClick={() => setHidden(true)}>
            Hide
          </Button>
        </Group>
      </Group>
      <Progress value={(100 * done) / steps.length} aria-label="Setup" mb="md" />
      <SimpleGrid component="ol" cols={{ base: 1, xs: 2, lg: 4 }} m={0} p={0} style={{ listStyle: 'none' }}>
        {steps.map((step) => (
          <Step key={step.id} slug={slug} step={step} next={step === next} />
        ))}
      </SimpleGrid>
    </Card>
  );
}

function Step({ slug, step, next }: { slug: string; step: SetupStep; next: boolean }) {
  const place = PLACES[step.id];
  return (
    <Group component="li" gap="sm" wrap="nowrap" align="flex-start">
      <ThemeIcon
        variant="light"
        radius="xl"
        color={step.done ? 'green' : next ? 'indigo' : 'gray'}
        role="img"
        aria-label={step.done ? 'Done' : 'To do'}
      >
        {step.done ? <IconCheck size={16} /> : <IconCircleDashed size={16} />}
      </ThemeIcon>
      <div>
        <Text fw={next ? 600 : 500}>{step.title}</Text>
        <Text size="sm" c="dimmed">
          {step.detail.replaceAll(/(?<=\d)-(?=\d)/g, NON_BREAKING_HYPHEN)}
        </Text>
        {!step.done && (
          <Link to={`${storePath(slug)}/${place.page}`} size="sm">
            {place.label}
          </Link>
        )}
      </div>
    </Group>
  );
}
