import { UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { GetStoreOverviewResponse, ItemOf } from '../../../client/index.ts';
import { storePath, useStore, useStoreQuery } from '../../store-context.ts';
import { AgentMark, isUnnamed } from '../activity/agent-mark.tsx';
import { counted } from '../counted.ts';
import { Link } from '../link.tsx';
import { Money } from '../money.tsx';
import { Panel } from '../panel.tsx';
import { ProductPicture } from '../products/product-picture.tsx';
import { type RankedItem, RankedList } from '../ranked-list.tsx';
import { Nothing } from './panels.tsx';
import { useDaysQuery } from './use-period.ts';

const SHOWN = 5;

type AgentRow = GetStoreOverviewResponse['by_agent'][number];

/** Agents by revenue; programs that say no name of their own are one row, to be opened. */
export function TopAgents({ overview }: { overview: GetStoreOverviewResponse }) {
  const [opened, { toggle }] = useDisclosure(false);
  const { currency } = overview.totals;
  const agents = overview.by_agent.filter(({ agent }) => !isUnnamed(agent)).slice(0, SHOWN);
  const unnamed = overview.by_agent.filter(({ agent }) => isUnnamed(agent));
  const toItem = (row: AgentRow): RankedItem => ({
    key: row.agent,
    mark: <AgentMark agent={row.agent} />,
    name: row.agent,
    value: <Money amount={row.revenue_verified} currency={currency} />,
    below: `${counted(row.orders_verified, 'order')} · ${counted(row.searches, 'search', 'searches')}`,
    weight: row.revenue_verified,
  });
  const together: RankedItem = {
    ...toItem(sumUp(unnamed)),
    name: (
      <UnstyledButton fz="sm" onClick={toggle} aria-expanded={opened} className="ranked-open">
        {opened ? 'Hide' : 'Unnamed programs'} ({unnamed.length})
      </UnstyledButton>
    ),
  };
  const [only] = unnamed;
  const rest =
    unnamed.length > 1 ? [together, ...(opened ? unnamed.map(toItem) : [])] : only ? [toItem(only)] : [];
  return (
    <Panel title="Top agents">
      {overview.by_agent.length === 0 ? (
        <Nothing>No agent has called in this period.</Nothing>
      ) : (
        <RankedList label="Top agents" items={[...agents.map(toItem), ...rest]} />
      )}
    </Panel>
  );
}

/** Sums that a row of several agents shows. */
function sumUp(rows: readonly AgentRow[]): AgentRow {
  const sumOf = (key: 'revenue_verified' | 'orders_verified' | 'searches') =>
    rows.reduce((sum, row) => sum + row[key], 0);
  return {
    ...(rows[0] as AgentRow),
    agent: 'unknown',
    revenue_verified: sumOf('revenue_verified'),
    orders_verified: sumOf('orders_verified'),
    searches: sumOf('searches'),
  };
}

type Product = ItemOf<'listStoreProducts'>;

/** Products by pieces sold; without any, by how often agents found them. */
export function TopProducts({ overview }: { overview: GetStoreOverviewResponse }) {
  const { slug } = useStore();
  const hasSold = overview.totals.orders_verified > 0;
  const sort = hasSold ? 'sold' : 'found';
  const { from, to, tests } = useDaysQuery(overview);
  const first = [from, earliestOf(to)].toSorted().at(-1);
  const { data } = useStoreQuery(
    'listStoreProducts',
    { from: first ?? from, to, tests, sort, per_page: SHOWN },
    { keepPrevious: true },
  );
  const toItem = (product: Product): RankedItem => ({
    key: product.id,
    mark: <ProductPicture url={product.image_url} size={32} />,
    name: (
      <Link to={`${storePath(slug)}/products/${encodeURIComponent(product.id)}`} c="inherit">
        {product.title}
      </Link>
    ),
    value: hasSold ? `${product.sold.toLocaleString()} sold` : `${product.found.toLocaleString()}×`,
    below: `found ${product.found.toLocaleString()}×`,
    weight: product[sort],
  });
  const products = (data?.items ?? []).filter((product) => product[sort] > 0);
  return (
    <Panel
      title="Top products"
      beside={
        <Link to={`${storePath(slug)}/products`} size="sm">
          All products
        </Link>
      }
    >
      <div className="ranked-room">
        {data && products.length === 0 && <Nothing>No agent has found a product in this period.</Nothing>}
        {products.length > 0 && <RankedList label="Top products" items={products.map(toItem)} />}
      </div>
    </Panel>
  );
}

/** Days for which figures of products are kept. */
const MAX_DAYS = 90;

function earliestOf(to: string): string {
  const day = new Date(`${to}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() - MAX_DAYS + 1);
  return day.toISOString().slice(0, 10);
}
