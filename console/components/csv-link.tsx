import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { OperationName } from '../../client/index.ts';
import { urlOf } from '../api.ts';
import { type StoreOperation, useStore } from '../store-context.ts';

interface CsvLinkProps<Name> {
  /** Operation that reads the list. */
  operation: Name;
  /** Its other input, such as filters of the list. */
  query?: Record<string, string | number>;
  format?: string;
  /** Names the list where a page has several. */
  list?: string;
  /** `sm` beside fields and at the page's title. */
  size?: 'xs' | 'sm';
  title?: string;
}

/** Downloads all of a store's list that matches its filters. */
export function CsvLink(props: CsvLinkProps<StoreOperation>) {
  const { slug } = useStore();
  return <CsvFileLink {...props} query={{ ...props.query, slug }} />;
}

/** The same for a list of the account or of an organization. */
export function CsvFileLink(props: CsvLinkProps<OperationName>) {
  const { operation, query = {}, format = 'csv', list, size = 'xs', title = 'Export CSV' } = props;
  const { page: _, ...filters } = query;
  return (
    <Button
      component="a"
      href={urlOf(operation, { ...filters, format })}
      download
      variant="default"
      size={size}
      leftSection={<IconDownload size={16} aria-hidden />}
      {...(list ? { 'aria-label': `${title}: ${list}` } : {})}
    >
      {title}
    </Button>
  );
}
