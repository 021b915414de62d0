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
  /** Names the list where a page has several. */
  list?: string;
  /** `sm` beside fields and at the page's title. */
  size?: 'xs' | 'sm';
  title?: string;
  /** A sign without words, which screen readers name. */
  isSmall?: boolean;
}

/** Downloads all of a store's list that matches its filters. */
export function CsvLink(props: CsvLinkProps<StoreOperation>) {
  const { slug } = useStore();
  return <CsvFileLink {...props} query={{ ...props.query, slug }} />;
}

/** The same for a list of the account or of an organization. */
export function CsvFileLink(props: CsvLinkProps<OperationName>) {
  const {
    operation,
    query = {},
    format = 'csv',
    list,
    size = 'xs',
    title = 'Export CSV',
    isSmall = false,
  } = props;
  const { page: _, ...filters } = query;
  const href = urlOf(operation, { ...filters, format });
  const name = list ? `${title}: ${list}` : title;
  if (isSmall)
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
  return (
    <Button
      component="a"
      href={href}
      download
      variant="default"
      size={size}
      leftSection={<IconDownload size={16} aria-hidden />}
      {...(list ? { 'aria-label': name } : {})}
    >
      {title}
    </Button>
  );
}
