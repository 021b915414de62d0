import { Stack } from '@mantine/core';
import { AuditTable } from '../components/audit-table.tsx';
import { CsvLink } from '../components/csv-link.tsx';
import { DateFilter } from '../components/date-filter.tsx';
import { PageTitle } from '../components/page-title.tsx';
import { QueryView } from '../components/query-view.tsx';
import { useStoreList } from '../store-context.ts';
import { useTableState } from '../table-state.ts';

const SPAN = ['since', 'until'];

/** Audit log of the store. */
export function Audit() {
  const state = useTableState(SPAN);
  const entries = useStoreList('listStoreAuditEntries', state).query;
  return (
    <>
      <PageTitle
        lead="Every change made to this store, and who made it. Entries cannot be edited or deleted."
        actions={<CsvLink operation="listStoreAuditEntries" query={state.query} />}
      >
        Audit log
      </PageTitle>
      <Stack gap="md">
        <div className="filters">
          <DateFilter state={state} />
        </div>
        <QueryView query={entries}>
          {(page) => (
            <AuditTable page={page} state={state}>
              Changes that you or your team make to this store are listed here.
            </AuditTable>
          )}
        </QueryView>
      </Stack>
    </>
  );
}
