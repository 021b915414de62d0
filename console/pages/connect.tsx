import { Group, Paper, SimpleGrid, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { getPresentation } from '../../src/store-platforms/presentations.ts';
import { LinkButton } from '../components/link.tsx';
import { PageTitle } from '../components/page-title.tsx';
import { platforms } from '../platforms/index.ts';

/** The choice of the platform. */
export function Connect() {
  return (
    <>
      <PageTitle lead="Which platform does the store run on?">Add a store</PageTitle>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {[...platforms.keys()].map((platform) => (
          <PlatformCard key={platform} platform={platform} />
        ))}
      </SimpleGrid>
    </>
  );
}

function PlatformCard({ platform }: { platform: string }) {
  const way = platforms.get(platform);
  if (!way) return null;
  const { icon: Icon, how, needed } = way;
  const name = getPresentation(platform).title;
  return (
    <Paper withBorder p="lg">
      <Stack h="100%" justify="space-between">
        <Stack gap="xs">
          <Group gap="sm">
            <ThemeIcon variant="light" size="lg">
              <Icon size={20} aria-hidden />
            </ThemeIcon>
            <Title order={2} size="h4">
              {name}
            </Title>
          </Group>
          <Text size="sm">{how}</Text>
          <Text size="sm" c="dimmed">
            {needed}
          </Text>
        </Stack>
        <LinkButton to={`/connect/${platform}`}>Connect {name}</LinkButton>
      </Stack>
    </Paper>
  );
}
