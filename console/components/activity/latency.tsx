import { Table, Text } from '@mantine/core';
import type { RequestLatency } from '../../api-types.ts';
import { useStoreQuery } from '../../store-context.ts';
import type { TableState } from '../../table-state.ts';
import { CsvLink } from '../csv-link.tsx';
import { Panel } from '../panel.tsx';
import { ScrollingTable } from '../scrolling-table.tsx';
import { durationText } from './duration.tsx';

const HEADS = ['Endpoint', 'Requests', 'p50', 'p95', 'p99', 'Shop p50', 'Shop p95', 'Shop p99'];

/** How fast the requests of the list were answered; hidden without any. */
export function LatencyPanel({ state }: { state: TableState }) {
  const { data } = useStoreQuery<RequestLatency>('/request-latency', state.filters, {
    keepPrevious: true,
    refetchInterval: 30_000,
  });
  if (!data?.overall) return null;
  const { overall, items, limited } = data;
  const rows = items.length > 1 ? [{ endpoint: 'All endpoints', ...overall }, ...items] : items;
  return (
    <Panel title="Latency" beside={<CsvLink path="/request-latency" query={state.filters} list="latency" />}>
      <ScrollingTable label="Latency by endpoint" style={{ fontVariantNumeric: 'tabular-nums' }}>
        <Table.Thead>
          <Table.Tr>
            {HEADS.map((head, position) => (
              <Table.Th key={head} fz="xs" c="dimmed" ta={position === 0 ? 'left' : 'right'}>
                {head}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.endpoint}>
              <Table.Td>{row.endpoint}</Table.Td>
              <Table.Td ta="right">{row.requests.toLocaleString()}</Table.Td>
              {[row.p50_ms, row.p95_ms, row.p99_ms, row.shop_p50_ms, row.shop_p95_ms, row.shop_p99_ms].map(
                (ms, position) => (
                  <Table.Td key={HEADS[position + 2]} ta="right" style={{ whiteSpace: 'nowrap' }}>
                    {ms === null ? '—' : durationText(ms)}
                  </Table.Td>
                ),
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </ScrollingTable>
      <Text size="xs" c="dimmed" mt="xs">
        p95: 95 % of the requests were answered within this time. “Shop”: the part for which your shop was
        asked.
        {limited && ' The newest 10,000 requests are measured.'}
      </Text>
    </Panel>
  );
}
