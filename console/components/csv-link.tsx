import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { withQuery } from '../api.ts';
import { storePath, useStore } from '../store-context.ts';

interface CsvLinkProps {
  /** Below the store: `/sessions`. */
  path: string;
  /** Filters of the list. */
  query?: Record<string, string | number | undefined>;
  format?: string;
  /** Names the list where a page has several. */
  list?: string;
}

/** Downloads all of a list that matches its filters. */
export function CsvLink({ path, query = {}, format = 'csv', list }: CsvLinkProps) {
  const { slug } = useStore();
  const wanted = { ...query, page: undefined, per_page: undefined, format };
  return (
    <Button
      component="a"
      href={`/api/merchant${withQuery(storePath(slug, path), wanted)}`}
      download
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      {...(list ? { 'aria-label': `Export CSV: ${list}` } : {})}
    >
      Export CSV
    </Button>
  );
}
