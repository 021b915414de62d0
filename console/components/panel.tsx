import { Card, Group, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface PanelProps {
  title: string;
  beside?: ReactNode;
  children: ReactNode;
}

/** One matter of a page, under its own heading. */
export function Panel({ title, beside, children }: PanelProps) {
  return (
    <Card withBorder padding="lg" component="section" aria-label={title}>
      <Group justify="space-between" mb="md">
        <Title order={2} size="h5">
          {title}
        </Title>
        {beside}
      </Group>
      {children}
    </Card>
  );
}
