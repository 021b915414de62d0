import { Group, SimpleGrid, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** Named facts side by side; on a phone one in a line, with its value at the right. */
export function Facts({ facts }: { facts: [name: string, value: ReactNode][] }) {
  return (
    <SimpleGrid
      component="dl"
      className="facts"
      cols={{ base: 1, xs: 2, md: 4 }}
      spacing={{ base: 'xs', xs: 'md' }}
      m={0}
    >
      {facts.map(([name, value]) => (
        <div key={name}>
          <Text component="dt" size="xs" c="dimmed">
            {name}
          </Text>
          <Group component="dd" m={0} gap="xs" fz="sm" className="break">
            {value}
          </Group>
        </div>
      ))}
    </SimpleGrid>
  );
}
