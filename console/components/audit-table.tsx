import { Code, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { AuditEntry, Page } from '../api-types.ts';
import type { TableState } from '../table-state.ts';
import { type Column, DataTable } from './data-table.tsx';
import { EmptyState } from './empty-state.tsx';
import { Instant } from './instant.tsx';

const COLUMNS: readonly Column<AuditEntry>[] = [
  { key: 'action', title: 'Action', render: ({ action }) => <Text fw={500}>{inWords(action)}</Text> },
  { key: 'actor', title: 'User', render: (entry) => <Person entry={entry} /> },
  { key: 'at', title: 'Date', render: ({ at }) => <Instant at={at} /> },
  { key: 'details', title: 'Details', render: ({ details }) => <Details details={details} /> },
];

interface AuditTableProps {
  page: Page<AuditEntry>;
  state: TableState;
  /** Explains an empty log. */
  children: ReactNode;
}

export function AuditTable({ page, state, children }: AuditTableProps) {
  return (
    <DataTable
      label="Audit log"
      columns={COLUMNS}
      rows={page.items}
      rowKey={({ id }) => id}
      state={state}
      total={page.total}
      perPage={page.per_page}
      empty={
        <EmptyState icon={IconHistory} title="No changes yet">
          {children}
        </EmptyState>
      }
    />
  );
}

/** Name with the e-mail address below; the command line and the plugin have no name. */
function Person({ entry: { actor, actor_name } }: { entry: AuditEntry }) {
  if (actor_name === null) return <span className="break">{actor}</span>;
  return (
    <>
      {actor_name}
      <Text size="xs" c="dimmed" className="break">
        {actor}
      </Text>
    </>
  );
}

/** `store.renamed` → "Store renamed". */
function inWords(action: string): string {
  const words = action.replaceAll(/[._]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function Details({ details }: { details: AuditEntry['details'] }) {
  const entries = Object.entries(details ?? {});
  if (entries.length === 0) return <Text c="dimmed">—</Text>;
  return (
    <Code className="break">
      {entries
        .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
        .join(', ')}
    </Code>
  );
}
