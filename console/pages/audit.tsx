import { Code, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import type { AuditEntry, Page } from '../api-types.ts';
import { type Column, DataTable } from '../components/data-table.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { Instant } from '../components/instant.tsx';
import { PageTitle } from '../components/page-title.tsx';
import { QueryView } from '../components/query-view.tsx';
import { useStoreQuery } from '../store-context.ts';
import { useTableState } from '../table-state.ts';

const COLUMNS: readonly Column<AuditEntry>[] = [
  { key: 'action', title: 'Action', render: ({ action }) => <Text fw={500}>{inWords(action)}</Text> },
  { key: 'actor', title: 'User', render: ({ actor }) => <span className="break">{actor}</span> },
  { key: 'at', title: 'Date', render: ({ at }) => <Instant at={at} /> },
  { key: 'details', title: 'Details', render: ({ details }) => <Details details={details} /> },
];

/** Audit log of the store. */
export function Audit() {
  const state = useTableState([]);
  const entries = useStoreQuery<Page<AuditEntry>>('/audit', state.query, { keepPrevious: true });
  return (
    <>
      <PageTitle lead="Every change made to this store, and who made it. Entries cannot be edited or deleted.">
        Audit log
      </PageTitle>
      <QueryView query={entries}>
        {({ items, total, per_page }) => (
          <DataTable
            label="Audit log"
            columns={COLUMNS}
            rows={items}
            rowKey={({ id }) => id}
            state={state}
            total={total}
            perPage={per_page}
            empty={
              <EmptyState icon={IconHistory} title="No changes yet">
                Changes that you or your team make to this store are listed here.
              </EmptyState>
            }
          />
        )}
      </QueryView>
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
  if (entries.length === 0) return <Text c="dimmed">–</Text>;
  return (
    <Code className="break">
      {entries
        .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
        .join(', ')}
    </Code>
  );
}
