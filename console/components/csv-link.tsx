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
  /** `sm` beside fields and at the page's title. */
  size?: 'xs' | 'sm';
}

/** Downloads all of a list that matches its filters. */
export function CsvLink({ path, ...props }: CsvLinkProps) {
  const { slug } = useStore();
  return <CsvFileLink path={storePath(slug, path)} {...props} />;
}

/** The same for a list of the account or of an organization; `path` is below the merchant API. */
export function CsvFileLink({ path, query = {}, format = 'csv', list, size = 'xs' }: CsvLinkProps) {
  const wanted = { ...query, page: undefined, per_page: undefined, format };
  return (
    <Button
      component="a"
      href={`/api/merchant${withQuery(path, wanted)}`}
      download
      variant="default"
      size={size}
      leftSection={<IconDownload size={16} aria-hidden />}
      {...(list ? { 'aria-label': `Export CSV: ${list}` } : {})}
    >
      Export CSV
    </Button>
  );
}
