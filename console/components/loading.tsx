import { Skeleton, Stack, VisuallyHidden } from '@mantine/core';

/** Placeholder of a page or panel that is being read. */
export function Loading({ label = 'Loading' }: { label?: string }) {
  return (
    <Stack role="status" aria-label={label} gap="md" py="md">
      <VisuallyHidden>{label}</VisuallyHidden>
      <Skeleton height={28} width="40%" />
      <Skeleton height={120} />
      <Skeleton height={120} />
    </Stack>
  );
}
