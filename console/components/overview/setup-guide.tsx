import { ActionIcon, Button, Card, Group, Progress, SimpleGrid, Text, ThemeIcon, Title } from '@mantine/core';
import { useDisclosure, useLocalStorage, useMediaQuery } from '@mantine/hooks';
import { IconCheck, IconChevronDown, IconChevronUp, IconCircleDashed } from '@tabler/icons-react';
import type { GetStoreSetupResponse } from '../../../client/index.ts';
import { storePath } from '../../store-context.ts';
import { Link } from '../link.tsx';

type SetupStep = GetStoreSetupResponse['steps'][number];

/** Page of each step, below the store's path. */
const PLACES: Record<SetupStep['id'], { page: string; label: string }> = {
  connect: { page: 'settings', label: 'Open settings' },
  discovery: { page: 'discovery', label: 'Set up discovery' },
  test_purchase: { page: 'playground', label: 'Open the playground' },
  live: { page: 'requests', label: 'View requests' },
};

/** Keeps a date on one line. */
const NON_BREAKING_HYPHEN = '\u2011';

function useHidden(slug: string) {
  return useLocalStorage({
    key: `setup-guide-hidden/${slug}`,
    defaultValue: false,
    getInitialValueInEffect: false,
  });
}

interface GuideProps {
  slug: string;
  steps: SetupStep[];
  /** One line, to be opened: the page has figures. */
  isFolded: boolean;
}

/** Remaining steps of the set-up; hidden when all are done. */
export function SetupGuide({ slug, steps, isFolded }: GuideProps) {
  const [hidden, setHidden] = useHidden(slug);
  const phone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  const [toggled, { toggle }] = useDisclosure(false);
  const opened = toggled !== !(isFolded || phone);
  const done = steps.filter((step) => step.done).length;
  const next = steps.find((step) => !step.done);
  if (hidden || !next) return null;
  return (
    <Card withBorder px="md" py={8} component="section" aria-labelledby="setup-title">
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Group gap="sm" wrap="nowrap" style={{ minWidth: 0 }}>
          <Title order={2} fz="sm" id="setup-title" style={{ whiteSpace: 'nowrap' }}>
            Get ready for agents
          </Title>
          <Progress
            value={(100 * done) / steps.length}
            aria-label="Setup"
            w={64}
            size="sm"
            visibleFrom="sm"
            style={{ flexShrink: 0 }}
          />
          <Text size="sm" c="dimmed" truncate>
            {done} of {steps.length} done
            {!opened && (
              <Text span inherit visibleFrom="sm">
                {' '}
                · Next: <Link to={`${storePath(slug)}/${PLACES[next.id].page}`}>{next.title}</Link>
              </Text>
            )}
          </Text>
        </Group>
        <Group gap={4} wrap="nowrap">
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            visibleFrom="sm"
            onClick={() => setHidden(true)}
          >
            Hide
          </Button>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={opened ? 'Hide the steps' : 'Show the steps'}
            aria-expanded={opened}
            onClick={toggle}
          >
            {opened ? <IconChevronUp size={16} aria-hidden /> : <IconChevronDown size={16} aria-hidden />}
          </ActionIcon>
        </Group>
      </Group>
      {opened && (
        <SimpleGrid
          component="ol"
          cols={{ base: 1, xs: 2, lg: 4 }}
          m={0}
          mt="sm"
          mb="xs"
          p={0}
          style={{ listStyle: 'none' }}
        >
          {steps.map((step) => (
            <Step key={step.id} slug={slug} step={step} next={step === next} />
          ))}
        </SimpleGrid>
      )}
    </Card>
  );
}

/** Brings a hidden guide back, while steps are left. */
export function ShowGuide({ slug, steps }: Omit<GuideProps, 'isFolded'>) {
  const [hidden, setHidden] = useHidden(slug);
  if (!hidden || steps.every((step) => step.done)) return null;
  return (
    <Group justify="center">
      <Button variant="subtle" size="compact-sm" onClick={() => setHidden(false)}>
        Show the setup guide
      </Button>
    </Group>
  );
}

function Step({ slug, step, next }: { slug: string; step: SetupStep; next: boolean }) {
  const place = PLACES[step.id];
  return (
    <Group component="li" gap="sm" wrap="nowrap" align="flex-start">
      <ThemeIcon
        variant="light"
        radius="xl"
        size="sm"
        color={step.done || next ? 'indigo' : 'gray'}
        role="img"
        aria-label={step.done ? 'Done' : 'To do'}
      >
        {step.done ? <IconCheck size={14} /> : <IconCircleDashed size={14} />}
      </ThemeIcon>
      <div>
        <Text size="sm" fw={next ? 600 : 500}>
          {step.title}
        </Text>
        <Text size="xs" c="dimmed">
          {step.detail.replaceAll(/(?<=\d)-(?=\d)/g, NON_BREAKING_HYPHEN)}
        </Text>
        {!step.done && (
          <Link to={`${storePath(slug)}/${place.page}`} size="xs">
            {place.label}
          </Link>
        )}
      </div>
    </Group>
  );
}
