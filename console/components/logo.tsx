import { Group, Text } from '@mantine/core';

export function Logo() {
  return (
    <Group gap={8} wrap="nowrap">
      <svg viewBox="0 0 32 32" width={28} height={28} aria-hidden="true">
        <rect width="32" height="32" rx="8" fill="#4263eb" />
        <path d="M9 9v8a7 7 0 0 0 14 0V9" fill="none" stroke="#fff" strokeWidth="4" strokeLinecap="round" />
        <circle cx="16" cy="12" r="2.5" fill="#fff" />
      </svg>
      <Text fw={700} visibleFrom="xs">
        ucp-host
      </Text>
    </Group>
  );
}
