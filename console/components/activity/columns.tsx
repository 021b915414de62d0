import type { ListedOrder } from '../../../client/index.ts';
import { storePath } from '../../store-context.ts';
import type { Column } from '../data-table.tsx';
import { Link } from '../link.tsx';
import { Money } from '../money.tsx';
import { shortId } from '../short-id.ts';
import { AgentName } from './agent-name.tsx';

interface Listed {
  id: string;
  agent: string | null;
  total: number | null;
  currency: string;
}

/** The first column of a list: leads to the page of each. `folder` as in the console's address. */
export function linkColumn<Row extends Listed>(
  title: string,
  slug: string,
  folder: string,
  nameOf: (row: Row) => string = ({ id }) => shortId(id),
): Column<Row> {
  return {
    key: 'id',
    title,
    render: (row) => (
      <Link to={`${storePath(slug)}/${folder}/${row.id}`} fw={500}>
        {nameOf(row)}
      </Link>
    ),
  };
}

export const agentColumn: Column<Pick<ListedOrder, 'agent' | 'agent_verified'>> = {
  key: 'agent',
  title: 'Agent',
  sortable: true,
  render: ({ agent, agent_verified }) => <AgentName agent={agent} verified={agent_verified} />,
};

export const linesColumn: Column<{ lines_count: number }> = {
  key: 'lines_count',
  title: 'Lines',
  align: 'right',
  render: (row) => row.lines_count,
};

export const totalColumn: Column<Pick<Listed, 'total' | 'currency'>> = {
  key: 'total',
  title: 'Total',
  align: 'right',
  sortable: true,
  render: ({ total, currency }) => <Money amount={total} currency={currency} />,
};
