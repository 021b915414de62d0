import { Badge, Box } from '@mantine/core';
import { IconFlask } from '@tabler/icons-react';

/** Marks a store on the simulated platform, wherever it is named; shorter on a phone, beside the name. */
export function TestBadge() {
  return (
    <Badge color="orange" leftSection={<IconFlask size={12} aria-hidden />} style={{ flexShrink: 0 }}>
      Test
      <Box component="span" visibleFrom="xs">
        {' store'}
      </Box>
    </Badge>
  );
}
