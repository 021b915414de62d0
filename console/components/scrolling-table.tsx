import { Box, Table, type TableProps } from '@mantine/core';

/** A small table; where it does not fit it scrolls, by keyboard too. */
export function ScrollingTable({ label, ...table }: { label: string } & TableProps) {
  return (
    <Box style={{ overflowX: 'auto' }} tabIndex={0} role="region" aria-label={label}>
      <Table verticalSpacing="xs" horizontalSpacing="xs" {...table} />
    </Box>
  );
}
