import { Group } from '@mantine/core';
import { getPresentation } from '../../src/store-platforms/presentations.ts';
import { platforms } from '../platforms/index.ts';

export function PlatformName({ platform }: { platform: string }) {
  const Icon = platforms.get(platform)?.icon;
  return (
    <Group gap={6} wrap="nowrap" display="inline-flex">
      {Icon && <Icon size={16} stroke={1.6} aria-hidden />}
      {getPresentation(platform).title}
    </Group>
  );
}
