import { Group, Stack, Text, Title } from '@mantine/core';
import { IconBuildingStore, IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { InputOf, ListStoreFiguresResponse, Store } from '../../client/index.ts';
import { queryOf } from '../api.ts';
import { CsvFileLink } from '../components/csv-link.tsx';
import { DataTable } from '../components/data-table.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { LinkButton } from '../components/link.tsx';
import { ListTabs } from '../components/list-tabs.tsx';
import { PeriodPicker } from '../components/overview/period-picker.tsx';
import { usePeriodIn } from '../components/overview/use-period.ts';
import { PageTitle } from '../components/page-title.tsx';
import { QueryView } from '../components/query-view.tsx';
import { byUrgency } from '../components/stores/attention.ts';
import { BulkBar } from '../components/stores/bulk-bar.tsx';
import { fleetColumns } from '../components/stores/fleet-columns.tsx';
import {
  FLEET_FILTERS,
  FleetFilters,
  filteredStores,
  fleetTabs,
} from '../components/stores/fleet-filters.tsx';
import { FleetTotals } from '../components/stores/fleet-totals.tsx';
import { type Selection, useSelection } from '../components/stores/use-selection.ts';
import { useConnectable } from '../permissions.ts';
import { useStores } from '../session.ts';
import { type TableState, useTableState } from '../table-state.ts';

const PER_PAGE = 25;
/** Days of figures are those of each store; "today" is the viewer's. */
const HERE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Stores of all organizations of the account, with those first that need attention. */
export function Stores() {
  const stores = useStores();
  const state = useTableState(FLEET_FILTERS);
  const canConnect = useConnectable().length > 0;
  return (
    <>
      <PageTitle
        actions={
          stores.data?.length !== 0 && (
            <Group gap="xs">
              <CsvFileLink operation="listStores" query={state.applied} />
              {canConnect && (
                <LinkButton to="/connect" leftSection={<IconPlus size={16} aria-hidden />}>
                  Add a store
                </LinkButton>
              )}
            </Group>
          )
        }
      >
        Stores
      </PageTitle>
      <QueryView query={stores}>
        {(all) => {
          const matching = byUrgency(filteredStores({ stores: all, state }));
          const fleet = <Fleet all={all} matching={matching} state={state} />;
          if (all.length < 2) return fleet;
          return (
            <ListTabs label="Stores" tabs={fleetTabs(all, state.filters.view)} state={state}>
              {fleet}
            </ListTabs>
          );
        }}
      </QueryView>
    </>
  );
}

interface FleetProps {
  all: readonly Store[];
  /** Stores that the filters leave. */
  matching: readonly Store[];
  state: TableState;
}

/** Figures and stores in a table; test stores in one of their own beside real ones. */
function Fleet({ all, matching, state }: FleetProps) {
  const period = usePeriodIn(HERE);
  const selection = useSelection(matching.map(({ slug }) => slug));
  const canManage = useConnectable().length > 0;
  const input = { ...state.applied, from: period.from, to: period.to };
  const { data: figures } = useQuery({
    ...queryOf('listStoreFigures', input as InputOf<'listStoreFigures'>),
    enabled: all.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  if (all.length === 0) return <NoStore />;
  const table = { all, figures, state, selection: all.length > 1 && canManage ? selection : undefined };
  return (
    <Stack gap="md">
      <FleetFilters stores={all} state={state} />
      <div className="fleet-tools">
        {table.selection && matching.length > 0 && <BulkBar stores={matching} selection={selection} />}
        <Group gap="sm" ml="auto" wrap="nowrap">
          <PeriodPicker period={period} />
          <CsvFileLink operation="listStoreFigures" query={input} list="figures" />
        </Group>
      </div>
      <Tables {...table} matching={matching} />
    </Stack>
  );
}

interface TableProps extends FleetProps {
  figures: ListStoreFiguresResponse | undefined;
  selection: Selection | undefined;
}

function Tables({ matching, ...table }: TableProps) {
  const real = matching.filter(({ test_mode }) => !test_mode);
  const test = matching.filter(({ test_mode }) => test_mode);
  if (real.length === 0 || test.length === 0)
    return <StoreTable label="Stores" {...table} matching={matching} />;
  return (
    <Stack gap="lg">
      <StoreTable label="Stores" {...table} matching={real} />
      <Stack component="section" aria-label="Test stores" gap="sm">
        <div>
          <Title order={2} size="h4">
            Test stores
          </Title>
          <Text size="sm" c="dimmed">
            Simulated shops of this installation. Nothing is sold or charged there.
          </Text>
        </div>
        <StoreTable label="Test stores" {...table} matching={test} isShort />
      </Stack>
    </Stack>
  );
}

interface StoreTableProps extends TableProps {
  label: string;
  /** Shows the first rows, and all of them when asked; else there are pages. */
  isShort?: boolean;
}

function StoreTable({ label, all, matching, figures, selection, state, isShort = false }: StoreTableProps) {
  const totals = figures?.totals.find(({ test_mode }) => test_mode === matching[0]?.test_mode);
  const bySlug = figures && new Map(figures.items.map((each) => [each.slug, each]));
  const begin = (state.page - 1) * PER_PAGE;
  const isPaged = !isShort && matching.length > PER_PAGE;
  return (
    <Stack gap="sm">
      <FleetTotals label={label} count={matching.length} totals={totals} />
      <DataTable
        label={label}
        columns={fleetColumns({ stores: all, figures: bySlug, selection })}
        rows={isPaged ? matching.slice(begin, begin + PER_PAGE) : matching}
        rowKey={({ slug }) => slug}
        empty={<EmptyState title="Nothing matches these filters" />}
        {...(isPaged ? { state, total: matching.length, perPage: PER_PAGE } : { first: PER_PAGE })}
      />
    </Stack>
  );
}

function NoStore() {
  const canConnect = useConnectable().length > 0;
  return (
    <EmptyState
      icon={IconBuildingStore}
      title="No store is connected yet"
      action={canConnect && <LinkButton to="/connect">Connect your first store</LinkButton>}
    >
      Agents find nothing until you connect a store. It takes about five minutes.
    </EmptyState>
  );
}
