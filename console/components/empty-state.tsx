import { Center, Stack, Text, Title } from '@mantine/core';
import { IconInbox, type TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  title: string;
  icon?: TablerIcon;
  /** Explains how to get the first entry. */
  children?: ReactNode;
  action?: ReactNode;
}

export function EmptyState({ title, icon: Icon = IconInbox, children, action }: EmptyStateProps) {
  return (
    <Center py="xl" px="md">
      <Stack align="center" gap="xs" maw={460}>
        <Icon size={40} stroke={1.25} aria-hidden color="var(--mantine-color-dimmed)" />
        <Title order={2} size="h4" ta="center">
          {title}
        </Title>
        {children && (
          <Text c="dimmed" ta="center" size="sm" component="div">
            {children}
          </Text>
        )}
        {action}
      </Stack>
    </Center>
  );
}
