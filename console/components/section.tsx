import { Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface SectionProps {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}

/** A part of a page, with a heading of its own. */
export function Section({ title, lead, children }: SectionProps) {
  return (
    <Paper withBorder p="lg" component="section" aria-label={title}>
      <Stack>
        <Stack gap={4}>
          <Title order={2} size="h4">
            {title}
          </Title>
          {lead && (
            <Text size="sm" c="dimmed" component="div" maw="65ch">
              {lead}
            </Text>
          )}
        </Stack>
        {children}
      </Stack>
    </Paper>
  );
}
