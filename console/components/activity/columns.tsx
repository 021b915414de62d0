import { Text } from '@mantine/core';
import type { ListedOrder } from '../../../client/index.ts';
import { storePath } from '../../store-context.ts';
import type { Column } from '../data-table.tsx';
import { Link } from '../link.tsx';
import { Money } from '../money.tsx';
import { ProductPicture } from '../products/product-picture.tsx';
import { shortId } from '../short-id.ts';
import { AgentName } from './agent-name.tsx';

interface Listed {
  id: string;
  first_item: string | null;
  image_url: string | null;
  lines_count: number;
  agent: string | null;
  total: number | null;
  currency: string;
}

/** The first column of a list: leads to the page of each by the name of its first item. `folder` as in the console's address. */
export function linkColumn<Row extends Listed>(
  title: string,
  slug: string,
  folder: string,
  numberOf: (row: Row) => string = ({ id }) => shortId(id),
): Column<Row> {
  return {
    key: 'id',
    title,
    render: (row) => (
      <div className="pictured">
        <ProductPicture url={row.image_url} size={36} />
        <div>
          <Link to={`${storePath(slug)}/${folder}/${row.id}`} fw={500} className="break two-lines">
            {row.first_item ?? 'No items'}
            {row.lines_count > 1 && ` and ${row.lines_count - 1} more`}
          </Link>
          <Text size="xs" c="dimmed" fw={400}>
            {numberOf(row)}
          </Text>
        </div>
      </div>
    ),
  };
}

export const agentColumn: Column<Pick<ListedOrder, 'agent' | 'agent_verified'>> = {
  key: 'agent',
  title: 'Agent',
  sortable: true,
  onCard: 'line',
  render: ({ agent, agent_verified }) => <AgentName agent={agent} verified={agent_verified} />,
};

export const totalColumn: Column<Pick<Listed, 'total' | 'currency'>> = {
  key: 'total',
  title: 'Total',
  align: 'right',
  sortable: true,
  onCard: 'corner',
  render: ({ total, currency }) => <Money amount={total} currency={currency} />,
};
