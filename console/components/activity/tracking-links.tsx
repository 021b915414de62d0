import { Anchor, Stack, Text } from '@mantine/core';
import type { ListedOrder } from '../../../client/index.ts';

export function TrackingLinks({ tracking }: { tracking: ListedOrder['tracking'] }) {
  if (tracking.length === 0) return <Text span>—</Text>;
  return (
    <Stack gap={2}>
      {tracking.map(({ carrier, number, url }) => {
        const label = [carrier, number].filter(Boolean).join(' ') || 'Shipped';
        // An address from the shop: only what a browser may open.
        return /^https?:\/\//.test(url) ? (
          <Anchor key={label} href={url} target="_blank" rel="noreferrer" inherit>
            {label}
          </Anchor>
        ) : (
          <Text key={label} inherit>
            {label}
          </Text>
        );
      })}
    </Stack>
  );
}
