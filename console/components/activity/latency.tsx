import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ItemOf } from '../../../client/index.ts';
import { useStoreList } from '../../store-context.ts';
import type { TableState } from '../../table-state.ts';
import { CsvLink } from '../csv-link.tsx';
import { type Column, DataTable } from '../data-table.tsx';
import { Panel } from '../panel.tsx';
import { useTestsIn } from '../show-tests.tsx';
import { Duration } from './duration.tsx';

type Row = ItemOf<'getStoreRequestLatency'>;

const COLUMNS: readonly Column<Row>[] = [
  { key: 'endpoint', title: 'Endpoint', render: ({ endpoint }) => endpoint },
  {
    key: 'requests',
    title: 'Requests',
    align: 'right',
    render: ({ requests }) => requests.toLocaleString(),
  },
  percentile('p50_ms', 'p50'),
  percentile('p95_ms', 'p95'),
  percentile('p99_ms', 'p99'),
  percentile('shop_p50_ms', 'Shop p50'),
  percentile('shop_p95_ms', 'Shop p95'),
  percentile('shop_p99_ms', 'Shop p99'),
];

function percentile(key: Exclude<keyof Row, 'endpoint' | 'requests'>, title: string): Column<Row> {
  return {
    key,
    title,
    align: 'right',
    render: ({ [key]: ms }) => ms !== null && <Duration ms={ms} />,
  };
}

/** How fast the requests of the list were answered, by endpoint when asked; hidden without any. */
export function LatencyPanel({ state }: { state: TableState }) {
  const [opened, { toggle }] = useDisclosure(false);
  const measured = useTestsIn({ ...state, query: state.applied });
  const { data } = useStoreList('getStoreRequestLatency', measured, 30_000).query;
  if (!data?.overall) return null;
  const { overall, items, limited } = data;
  const all = { endpoint: 'All endpoints', ...overall };
  const rows = items.length === 1 ? items : [all, ...(opened ? items : [])];
  return (
    <Panel
      title="Latency"
      beside={<CsvLink operation="getStoreRequestLatency" query={measured.query} list="latency" />}
    >
      <DataTable
        label="Latency by endpoint"
        columns={COLUMNS}
        rows={rows}
        rowKey={({ endpoint }) => endpoint}
        empty={null}
      />
      {items.length > 1 && (
        <Button variant="subtle" size="compact-sm" mt="xs" onClick={toggle} aria-expanded={opened}>
          {opened ? 'Hide endpoints' : `Show ${items.length} endpoints`}
        </Button>
      )}
      <Text size="xs" c="dimmed" mt="xs">
        p95: 95 % of the requests were answered within this time. “Shop”: the part for which your shop was
        asked.
        {limited && ' The newest 10,000 requests are measured.'}
      </Text>
    </Panel>
  );
}
