import { Group } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { storePath, useStore } from '../../store-context.ts';
import { Link } from '../link.tsx';

/** From one of many to all of them. */
export function BackTo({ path, label }: { path: string; label: string }) {
  const { slug } = useStore();
  return (
    <Link to={`${storePath(slug)}${path}`} size="sm" mb="xs" display="inline-block">
      <Group gap={4}>
        <IconArrowLeft size={14} aria-hidden />
        {label}
      </Group>
    </Link>
  );
}
