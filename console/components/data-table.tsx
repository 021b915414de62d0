import {
  ActionIcon,
  Box,
  Button,
  Group,
  NativeSelect,
  Pagination,
  Paper,
  Stack,
  Table,
  Text,
  UnstyledButton,
  VisuallyHidden,
} from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { IconArrowDown, IconArrowsSort, IconArrowUp, IconSelector } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { TableState } from '../table-state.ts';
import { EmptyState } from './empty-state.tsx';
import { Instant } from './instant.tsx';

export interface Column<Row> {
  /** The wire's name of what it is sorted by, where `sortable`. */
  key: string;
  title: string;
  /** Null, false and empty text stand for no value. */
  render: (row: Row) => ReactNode;
  sortable?: boolean;
  align?: 'left' | 'right';
  /** Holds a button, which names itself: the title is for screen readers only. */
  isAction?: boolean;
  /** Place on a card, where screen readers alone get the title: at the right of its head, or in the line below. */
  onCard?: 'corner' | 'line';
}

interface DataTableProps<Row> {
  /** Name of the rows, such as "Sessions". */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Shown instead of a table without rows; a text is dimmed. */
  empty: ReactNode;
  /** Order and page of the rows, where they have any. */
  state?: TableState;
  total?: number;
  perPage?: number;
  /** Cursor of the page behind this one; null for none, undefined for a list with numbers of pages. */
  next?: string | null;
  /** Instant at which a search through many rows has ended for now. */
  searchedTo?: string | null;
  /** Rows to show before all are asked for. */
  first?: number;
  /** Few short columns: a table on a phone too. */
  isNarrow?: boolean;
}

/** Rows in columns; on a phone each row is a card. The first column says what the row is. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { rows: all, first, state } = props;
  const phone = useCards(props.isNarrow);
  const [isWhole, { open }] = useDisclosure(false);
  const rows = isWhole ? all : all.slice(0, first);
  if (rows.length === 0) return <NoRows {...props} />;
  return (
    <Stack gap="sm">
      {phone && state && <SortChoice columns={props.columns} state={state} />}
      {phone ? <Cards {...props} rows={rows} /> : <Columns {...props} rows={rows} />}
      {rows.length < all.length && (
        <Button variant="subtle" size="compact-sm" onClick={open}>
          Show all {all.length.toLocaleString()}
        </Button>
      )}
      <Footer {...props} />
    </Stack>
  );
}

function countPages<Row>({ total, perPage = 25 }: DataTableProps<Row>): number {
  return total === undefined ? 1 : Math.ceil(total / perPage);
}

function NoRows<Row>(props: DataTableProps<Row>) {
  const { state, next, searchedTo, total, empty } = props;
  if (!state) return <Dimmed>{empty}</Dimmed>;
  if (next && searchedTo) return <NothingYet state={state} next={next} searchedTo={searchedTo} />;
  if (state.after) return <BehindTheEnd state={state} />;
  return total ? <BeyondTheEnd state={state} pages={countPages(props)} /> : <Dimmed>{empty}</Dimmed>;
}

/** Number of rows, and the way to the other pages. */
function Footer<Row>(props: DataTableProps<Row>) {
  const { state, total, next, searchedTo } = props;
  if (!state || total === undefined) return null;
  return (
    <Group justify="space-between">
      <Text size="sm" c="dimmed" role="status">
        {total.toLocaleString()} {searchedTo ? 'found, searched to ' : 'in all'}
        {searchedTo && <Instant at={searchedTo} />}
      </Text>
      {next === undefined ? (
        <Numbers state={state} pages={countPages(props)} />
      ) : (
        <Steps state={state} next={next} />
      )}
    </Group>
  );
}

function Numbers({ state, pages }: { state: TableState; pages: number }) {
  if (pages === 1) return null;
  return (
    <Pagination
      total={pages}
      value={state.page}
      onChange={(page) => state.set({ page: String(page) })}
      size="sm"
      getControlProps={(control) => ({ 'aria-label': `${control} page` })}
      getItemProps={(page) => ({ 'aria-label': `Page ${page}` })}
    />
  );
}

function useCards(isNarrow = false): boolean {
  const phone = useMediaQuery('(max-width: 48em)') ?? false;
  return phone && !isNarrow;
}

function Dimmed({ children }: { children: ReactNode }) {
  if (typeof children !== 'string') return children;
  return (
    <Text size="sm" c="dimmed">
      {children}
    </Text>
  );
}

/** Goes through a list page by page: rows that are added meanwhile shift none. */
function Steps({ state, next }: { state: TableState; next: string | null }) {
  const isFirst = !state.after && state.page === 1;
  if (isFirst && !next) return null;
  return (
    <Group gap="xs">
      {!isFirst && (
        <Button variant="subtle" size="compact-sm" onClick={() => state.set({})}>
          First page
        </Button>
      )}
      {state.isNextPage && (
        <Button variant="default" size="compact-sm" onClick={() => window.history.back()}>
          Previous page
        </Button>
      )}
      <Button
        variant="default"
        size="compact-sm"
        disabled={next === null}
        onClick={() => next && state.openNext(next)}
      >
        Next page
      </Button>
    </Group>
  );
}

/** Nothing in the part of a long list that was searched. */
function NothingYet({ state, next, searchedTo }: { state: TableState; next: string; searchedTo: string }) {
  return (
    <EmptyState
      title="Nothing found so far"
      action={
        <Button variant="light" onClick={() => state.openNext(next)}>
          Search on
        </Button>
      }
    >
      Searched to <Instant at={searchedTo} />.
    </EmptyState>
  );
}

/** The page behind the last row. */
function BehindTheEnd({ state }: { state: TableState }) {
  return (
    <EmptyState
      title="Nothing more"
      action={
        <Button variant="light" onClick={() => state.set({})}>
          Go to the first page
        </Button>
      }
    />
  );
}

/** An address with a page that the list no longer has. */
function BeyondTheEnd({ state, pages }: { state: TableState; pages: number }) {
  const goToLast = () => state.set({ page: String(pages) });
  return (
    <EmptyState
      title={`There is no page ${state.page}`}
      action={
        <Button variant="light" onClick={goToLast}>
          Go to the last page
        </Button>
      }
    />
  );
}

function Columns<Row>({ label, columns, rows, rowKey, state }: DataTableProps<Row>) {
  return (
    <Paper withBorder>
      <Box style={{ overflowX: 'auto' }} tabIndex={0} role="group" aria-label={label}>
        <Table verticalSpacing={10} horizontalSpacing="md" highlightOnHover>
          <Table.Thead>
            <Table.Tr>
              {columns.map((column) => (
                <ColumnTitle key={column.key} column={column} state={state} />
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={rowKey(row)}>
                {columns.map((column) => (
                  <Table.Td key={column.key} ta={alignOf(column)}>
                    {cellOf(column, row) ?? (column.isAction ? null : '—')}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Box>
    </Paper>
  );
}

function alignOf<Row>({ align, isAction }: Column<Row>): 'left' | 'right' {
  return align ?? (isAction ? 'right' : 'left');
}

/** Returns null where the row has no value in the column. */
function cellOf<Row>(column: Column<Row>, row: Row): ReactNode {
  const value = column.render(row);
  return value === undefined || value === false || value === '' ? null : value;
}

function ColumnTitle<Row>({ column, state }: { column: Column<Row>; state: TableState | undefined }) {
  const align = alignOf(column);
  if (column.isAction)
    return (
      <Table.Th>
        <VisuallyHidden>{column.title}</VisuallyHidden>
      </Table.Th>
    );
  if (!column.sortable || !state) return <Table.Th ta={align}>{column.title}</Table.Th>;
  const sorted = state.sort === column.key ? state.direction : undefined;
  const Icon = sorted === 'asc' ? IconArrowUp : sorted === 'desc' ? IconArrowDown : IconSelector;
  const next = sorted === 'desc' ? 'asc' : 'desc';
  return (
    <Table.Th ta={align} aria-sort={sorted ? (sorted === 'asc' ? 'ascending' : 'descending') : 'none'}>
      <UnstyledButton
        fz="inherit"
        fw="inherit"
        c="inherit"
        onClick={() => state.set({ sort: column.key, direction: next, page: undefined })}
      >
        <Group gap={4} wrap="nowrap" justify={align === 'right' ? 'flex-end' : 'flex-start'}>
          {column.title}
          <Icon size={14} aria-hidden />
        </Group>
      </UnstyledButton>
    </Table.Th>
  );
}

/** Sorting by a column whose title a phone does not show. */
function SortChoice<Row>({ columns, state }: { columns: readonly Column<Row>[]; state: TableState }) {
  const sortable = columns.filter((column) => column.sortable);
  if (sortable.length === 0) return null;
  const { sort, direction, set } = state;
  const Icon = direction === 'asc' ? IconArrowUp : IconArrowDown;
  return (
    <Group gap="xs" wrap="nowrap">
      <NativeSelect
        aria-label="Sort by"
        leftSection={<IconArrowsSort size={16} aria-hidden />}
        style={{ flex: 1 }}
        data={[
          ...(sort === undefined ? [{ value: '', label: 'As listed' }] : []),
          ...sortable.map(({ key, title }) => ({ value: key, label: title })),
        ]}
        value={sort ?? ''}
        onChange={({ currentTarget: { value } }) =>
          set({ sort: value, direction: sort === undefined ? 'desc' : direction, page: undefined })
        }
      />
      <ActionIcon
        variant="default"
        size={36}
        disabled={sort === undefined}
        aria-label={direction === 'asc' ? 'Sort descending' : 'Sort ascending'}
        onClick={() => set({ direction: direction === 'asc' ? 'desc' : 'asc', page: undefined })}
      >
        <Icon size={16} aria-hidden />
      </ActionIcon>
    </Group>
  );
}

/** Cards show this many numbers side by side; fewer are listed. */
const MIN_FIGURES = 3;

function Cards<Row>({ label, columns, rows, rowKey }: DataTableProps<Row>) {
  const [first, ...others] = columns;
  const corner = others.filter(({ onCard }) => onCard === 'corner');
  const line = others.filter(({ onCard }) => onCard === 'line');
  const titled = others.filter(({ onCard }) => onCard === undefined);
  const numbers = titled.filter(({ align, isAction }) => align === 'right' && !isAction);
  const figures = numbers.length >= MIN_FIGURES ? numbers : [];
  const facts = titled.filter((column) => !figures.includes(column));
  return (
    <Stack component="ul" aria-label={label} gap="xs" p={0} m={0} style={{ listStyle: 'none' }}>
      {rows.map((row) => (
        <Paper component="li" key={rowKey(row)} withBorder p="sm" className="card">
          <div className="card-head">
            <Box fw={600} className="break">
              {first?.render(row)}
            </Box>
            <Untitled className="card-corner" columns={corner} row={row} />
          </div>
          <Untitled className="card-line" columns={line} row={row} />
          {facts.map((column) => (
            <Fact key={column.key} column={column} row={row} />
          ))}
          {figures.length > 0 && (
            <div className="figures">
              {figures.map((column) => (
                <div key={column.key}>
                  <Text size="xs" c="dimmed">
                    {column.title}
                  </Text>
                  <Box fz="sm">{cellOf(column, row) ?? '—'}</Box>
                </div>
              ))}
            </div>
          )}
        </Paper>
      ))}
    </Stack>
  );
}

interface UntitledProps<Row> {
  className: string;
  columns: readonly Column<Row>[];
  row: Row;
}

/** Values that say themselves what they are. */
function Untitled<Row>({ className, columns, row }: UntitledProps<Row>) {
  const cells = columns.flatMap((column) => {
    const value = cellOf(column, row);
    return value === null ? [] : [{ ...column, value }];
  });
  if (cells.length === 0) return null;
  return (
    <div className={className}>
      {cells.map(({ key, title, value }) => (
        <div key={key}>
          <VisuallyHidden>{title}: </VisuallyHidden>
          {value}
        </div>
      ))}
    </div>
  );
}

/** Value of a card behind its column's title; nothing without a value. */
function Fact<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const value = cellOf(column, row);
  if (value === null) return null;
  return (
    <Group gap="md" py={2} wrap="nowrap" align="baseline" justify="flex-end">
      {!column.isAction && (
        <Text size="sm" c="dimmed" style={{ flexShrink: 0 }}>
          {column.title}
        </Text>
      )}
      <Box fz="sm" className="break" ta="right" style={{ flex: 1, minWidth: 0 }}>
        {value}
      </Box>
    </Group>
  );
}
