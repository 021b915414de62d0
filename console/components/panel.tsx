import { Card, Group, Space, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface PanelProps {
  title: string;
  /** Explains the panel in a sentence or two. */
  lead?: ReactNode;
  /** Button that explains the panel on request. */
  help?: ReactNode;
  beside?: ReactNode;
  children: ReactNode;
}

/** One matter of a page, under its own heading. */
export function Panel({ title, lead, help, beside, children }: PanelProps) {
  return (
    <Card withBorder padding="lg" component="section" aria-label={title}>
      <Group justify="space-between" gap="sm" mih={28}>
        <Group gap={4} style={{ flex: '1 1 9rem' }}>
          <Title order={2} size="h5">
            {title}
          </Title>
          {help}
        </Group>
        {beside}
      </Group>
      {lead && (
        <Text size="sm" c="dimmed" component="div" maw="65ch" mt={4}>
          {lead}
        </Text>
      )}
      {children && <Space h="sm" />}
      {children}
    </Card>
  );
}

/** Panel whose parts stand below each other. */
export function Section({ children, ...panel }: PanelProps) {
  return (
    <Panel {...panel}>
      <Stack>{children}</Stack>
    </Panel>
  );
}
