import { Listing } from '../components/activity/listing.tsx';
import { AUDIT_COLUMNS, NoChanges } from '../components/audit-table.tsx';
import { DateFilter } from '../components/date-filter.tsx';
import { PageTitle } from '../components/page-title.tsx';
import { useStoreList } from '../store-context.ts';
import { useTableState } from '../table-state.ts';

/** Audit log of the store. */
export function Audit() {
  const state = useTableState(['since', 'until']);
  return (
    <>
      <PageTitle lead="Every change made to this store, and who made it. Entries cannot be edited or deleted.">
        Audit log
      </PageTitle>
      <Listing
        list={useStoreList('listStoreAuditEntries', state)}
        label="Audit log"
        columns={AUDIT_COLUMNS}
        filters={<DateFilter state={state} />}
        empty={<NoChanges>Changes that you or your team make to this store are listed here.</NoChanges>}
      />
    </>
  );
}
