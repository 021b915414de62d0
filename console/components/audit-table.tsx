import { Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { AuditEntry } from '../../client/index.ts';
import type { TableState } from '../table-state.ts';
import type { Column } from './data-table.tsx';
import { EmptyState } from './empty-state.tsx';
import { Instant } from './instant.tsx';
import { type Page, PageTable } from './page-table.tsx';

const COLUMNS: readonly Column<AuditEntry>[] = [
  {
    key: 'summary',
    title: 'Change',
    render: ({ summary }) => (
      <Text inherit fw={500} className="break">
        {summary}
      </Text>
    ),
  },
  { key: 'actor', title: 'User', render: (entry) => <Person entry={entry} /> },
  { key: 'at', title: 'Date', render: ({ at }) => <Instant at={at} /> },
];

interface AuditTableProps {
  page: Page<AuditEntry>;
  state: TableState;
  /** Explains an empty log. */
  children: ReactNode;
}

export function AuditTable({ page, state, children }: AuditTableProps) {
  return (
    <PageTable label="Audit log" columns={COLUMNS} page={page} state={state}>
      <EmptyState icon={IconHistory} title="No changes yet">
        {children}
      </EmptyState>
    </PageTable>
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
