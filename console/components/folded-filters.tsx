import { Button } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { IconFilter } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface FoldedFiltersProps {
  search?: ReactNode;
  /** Number of filters in `children` that are set. */
  set: number;
  children: ReactNode;
}

/** Search and filters in a row; on a phone the filters are folded behind a button that counts them. */
export function FoldedFilters({ search, set, children }: FoldedFiltersProps) {
  const phone = useMediaQuery('(max-width: 48em)');
  const [opened, { toggle }] = useDisclosure(false);
  return (
    <div className="filters">
      {search}
      {phone && (
        <Button
          variant="default"
          onClick={toggle}
          aria-expanded={opened}
          leftSection={<IconFilter size={16} aria-hidden />}
        >
          {set > 0 ? `Filters (${set})` : 'Filters'}
        </Button>
      )}
      {(!phone || opened) && children}
    </div>
  );
}
