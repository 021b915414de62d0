import { Anchor, Group, Pagination, Stack, Table, Text, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Page } from '../../api-types.ts';
import { QueryState } from '../query-state.tsx';
import classes from './listing-table.module.css';
import type { Listing } from './use-listing.ts';

export interface Column<Item> {
  title: string;
  /** The name that the API sorts by; absent: not sortable. */
  sort?: string;
  /** Numbers stand at the right. */
  numeric?: boolean;
  show(item: Item): ReactNode;
}

interface Props<Item> {
  /** What the table lists, for those who hear it. */
  label: string;
  columns: Column<Item>[];
  listed: UseQueryResult<Page<Item>>;
  listing: Listing;
  keyOf(item: Item): string;
  /** Where the first column leads. */
  linkOf?(item: Item): string;
  /** Says what to do when there is nothing. */
  empty: ReactNode;
}

/** A table that becomes a list of cards where there is no room. */
export function ListingTable<Item>(props: Props<Item>) {
  return <QueryState query={props.listed}>{(page) => <Rows {...props} page={page} />}</QueryState>;
}

function Rows<Item>(props: Props<Item> & { page: Page<Item> }) {
  const { columns, listing, page } = props;
  if (page.items.length === 0) return <>{props.empty}</>;
  return (
    <Stack gap="sm">
      <Table className={classes.table ?? ''} highlightOnHover verticalSpacing="sm" aria-label={props.label}>
        <Table.Thead className={classes.head ?? ''}>
          <Table.Tr>
            {columns.map((column) => (
              <HeadCell key={column.title} column={column} listing={listing} />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {page.items.map((item) => (
            <Table.Tr key={props.keyOf(item)} className={classes.row ?? ''}>
              {columns.map((column, position) => (
                <Table.Td
                  key={column.title}
                  className={classes.cell ?? ''}
                  data-label={column.title}
                  data-numeric={column.numeric || undefined}
                >
                  {position === 0 && props.linkOf ? (
                    <Anchor component={Link} href={props.linkOf(item)} fw={500}>
                      {column.show(item)}
                    </Anchor>
                  ) : (
                    column.show(item)
                  )}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Pages total={page.total} perPage={page.per_page} listing={listing} />
    </Stack>
  );
}

function HeadCell<Item>({ column, listing }: { column: Column<Item>; listing: Listing }) {
  const { sort } = column;
  const active = sort !== undefined && listing.sort === sort;
  const order = listing.direction === 'asc' ? 'ascending' : 'descending';
  return (
    <Table.Th
      className={classes.title ?? ''}
      data-numeric={column.numeric || undefined}
      {...(active ? { 'aria-sort': order } : {})}
    >
      {sort === undefined ? (
        column.title
      ) : (
        <UnstyledButton className={classes.sort ?? ''} onClick={() => listing.sortBy(sort)}>
          {column.title}
          {active && (listing.direction === 'asc' ? <IconArrowUp size={14} /> : <IconArrowDown size={14} />)}
        </UnstyledButton>
      )}
    </Table.Th>
  );
}

function Pages({ total, perPage, listing }: { total: number; perPage: number; listing: Listing }) {
  const pages = Math.max(1, Math.ceil(total / perPage));
  const first = (listing.page - 1) * perPage + 1;
  return (
    <Group justify="space-between">
      <Text size="sm" c="dimmed" aria-live="polite">
        {total === 0 ? 'None' : `${first}–${Math.min(total, first + perPage - 1)} of ${total}`}
      </Text>
      {pages > 1 && (
        <Pagination
          total={pages}
          value={listing.page}
          onChange={listing.turnTo}
          size="sm"
          getControlProps={(control) => ({ 'aria-label': `${control} page` })}
          getItemProps={(page) => ({ 'aria-label': `Page ${page}` })}
        />
      )}
    </Group>
  );
}
