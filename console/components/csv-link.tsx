import { ActionIcon, Button } from '@mantine/core';
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
  /** Names the list where a page has several, each with a sign in place of a button. */
  list?: string;
  /** Number of its rows: an empty list has no file. */
  rows?: number | undefined;
}

/** Downloads all of a store's list that matches its filters. */
export function CsvLink(props: CsvLinkProps<StoreOperation>) {
  const { slug } = useStore();
  return <CsvFileLink {...props} query={{ ...props.query, slug }} />;
}

/** The same for a list of the account or of an organization. */
export function CsvFileLink(props: CsvLinkProps<OperationName>) {
  const { operation, query = {}, format = 'csv', list, rows } = props;
  if (rows === 0) return null;
  const { page: _, ...filters } = query;
  const href = urlOf(operation, { ...filters, format });
  if (list) {
    const name = `Export CSV: ${list}`;
    return (
      <ActionIcon
        component="a"
        href={href}
        download
        variant="subtle"
        color="gray"
        aria-label={name}
        title={name}
      >
        <IconDownload size={16} aria-hidden />
      </ActionIcon>
    );
  }
  return (
    <Button
      component="a"
      href={href}
      download
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
    >
      Export CSV
    </Button>
  );
}
