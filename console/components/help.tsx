import { ActionIcon, Popover, Text } from '@mantine/core';
import { IconHelpCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** Explains the thing that stands before it, on request. */
export function Help({ about, children }: { about: string; children: ReactNode }) {
  return (
    <Popover width={320} withArrow shadow="md" position="bottom-start" withRoles={false}>
      <Popover.Target>
        <ActionIcon variant="subtle" color="gray" size={24} aria-label={`About ${about}`}>
          <IconHelpCircle size={16} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown role="note">
        <Text size="sm" component="div">
          {children}
        </Text>
      </Popover.Dropdown>
    </Popover>
  );
}
