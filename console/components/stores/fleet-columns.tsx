import { Checkbox, Group, Stack, Text } from '@mantine/core';
import type { ListStoreFiguresResponse, Store } from '../../../client/index.ts';
import { Sparkline } from '../charts/sparkline.tsx';
import type { Column } from '../data-table.tsx';
import { Instant } from '../instant.tsx';
import { Link } from '../link.tsx';
import { Money } from '../money.tsx';
import { PlatformName } from '../platform.tsx';
import { ExplainedStatus } from '../store-status.tsx';
import { organizationsOf } from './fleet-filters.tsx';
import { Labels } from './labels.tsx';
import { sharesName } from './shares-name.ts';
import type { Selection } from './use-selection.ts';

export type Figures = Omit<ListStoreFiguresResponse['items'][number], 'slug' | 'test_mode'>;

interface FleetColumns {
  /** All stores of the account. */
  stores: readonly Store[];
  /** By slug; undefined until they are read. */
  figures: ReadonlyMap<string, Figures> | undefined;
  /** Undefined where there is nothing to select. */
  selection: Selection | undefined;
}

/** Columns of the list of stores, with the organization for members of several. */
export function fleetColumns({ stores, figures, selection }: FleetColumns): readonly Column<Store>[] {
  const of = ({ slug }: Store) => figures?.get(slug);
  return [
    { key: 'name', title: 'Store', render: (store) => <Name {...{ store, stores, selection }} /> },
    ...(organizationsOf(stores).size > 1 ? [ORGANIZATION] : []),
    {
      key: 'status',
      title: 'Status',
      onCard: 'corner',
      render: (store) => <ExplainedStatus store={store} />,
    },
    {
      key: 'orders',
      title: 'Orders',
      align: 'right',
      render: (store) => of(store)?.orders_verified.toLocaleString(),
    },
    { key: 'trend', title: 'Trend', align: 'right', render: (store) => <Trend figures={of(store)} /> },
    {
      key: 'revenue',
      title: 'Revenue',
      align: 'right',
      render: (store) => <Revenue figures={of(store)} />,
    },
    { key: 'agents', title: 'Agents', align: 'right', render: (store) => of(store)?.agents.toLocaleString() },
    { key: 'products', title: 'Products', align: 'right', render: (store) => <Products store={store} /> },
    {
      key: 'last_agent_activity_at',
      title: 'Last call',
      align: 'right',
      render: (store) => <Instant at={store.last_agent_activity_at} never="none yet" />,
    },
  ];
}

const ORGANIZATION: Column<Store> = {
  key: 'organization',
  title: 'Organization',
  render: ({ organization }) => organization && <span className="break">{organization.name}</span>,
};

type NameProps = Pick<FleetColumns, 'stores' | 'selection'> & { store: Store };

function Name({ store, stores, selection }: NameProps) {
  const { slug, name, hosts, platform, test_mode } = store;
  return (
    <Group gap="sm" wrap="nowrap" align="flex-start">
      {selection && (
        <Checkbox
          aria-label={`Select ${name} (${slug})`}
          checked={selection.slugs.has(slug)}
          onChange={({ currentTarget: { checked } }) => selection.select([slug], checked)}
          mt={2}
        />
      )}
      <Stack gap={2}>
        <Link to={`/stores/${slug}`} fw={600}>
          {name}
        </Link>
        <Group gap={6} c="dimmed" fz="xs" fw={400}>
          <PlatformName platform={platform} />
          <span className="break">{hosts[0] ?? slug}</span>
          {sharesName(store, stores) && <span className="break">{slug}</span>}
          {test_mode && <span>Test store</span>}
        </Group>
        <Labels store={store} stores={stores} isEditable={selection !== undefined} />
      </Stack>
    </Group>
  );
}

/** Orders over the period. */
function Trend({ figures }: { figures: Figures | undefined }) {
  if (!figures || figures.orders_verified === 0) return <Text span>—</Text>;
  return (
    <div role="img" aria-label={`Orders over the period: ${figures.trend.join(', ')}`}>
      <Sparkline values={figures.trend} />
    </div>
  );
}

/** One line for each currency: amounts of different currencies are never added. */
export function Revenue({ figures }: { figures: Pick<Figures, 'revenue'> | undefined }) {
  if (!figures || figures.revenue.length === 0) return <Text span>—</Text>;
  return (
    <Stack gap={0}>
      {figures.revenue.map(({ currency, revenue_verified }) => (
        <Money key={currency} amount={revenue_verified} currency={currency} />
      ))}
    </Stack>
  );
}

function Products({ store: { catalog } }: { store: Store }) {
  if (catalog.importing) return <>syncing… {catalog.importing.read.toLocaleString()}</>;
  return <>{catalog.products.toLocaleString()}</>;
}
