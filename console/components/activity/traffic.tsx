import { Skeleton, Text } from '@mantine/core';
import type { ItemOf } from '../../../client/index.ts';
import { useStoreList, useStoreQuery } from '../../store-context.ts';
import type { TableState } from '../../table-state.ts';
import { type Bar, BarChart } from '../charts/bar-chart.tsx';
import { CsvLink } from '../csv-link.tsx';
import { Help } from '../help.tsx';
import { Panel } from '../panel.tsx';
import { useTests, useTestsIn } from '../show-tests.tsx';
import { durationText } from './duration.tsx';
import { GroupedErrors } from './grouped-errors.tsx';

/** Pictures above the list: calls by the hour, how long they took, and their errors. */
export function Traffic({ state }: { state: TableState }) {
  return (
    <div className="traffic">
      <HoursPanel />
      <DurationsPanel state={state} />
      <GroupedErrors />
    </div>
  );
}

type Hour = ItemOf<'listStoreRequestHours'>;

const HOUR_FORMAT = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});

function toBar({ begins_at: begin, requests, rejected, failed }: Hour): Bar {
  return {
    label: HOUR_FORMAT.format(new Date(begin)),
    good: requests - rejected - failed,
    rejected,
    failed,
  };
}

function HoursPanel() {
  const { tests } = useTests();
  const { data } = useStoreQuery(
    'listStoreRequestHours',
    { tests },
    { keepPrevious: true, refetchInterval: 30_000 },
  );
  const hours = data?.items ?? [];
  const sumOf = (key: 'requests' | 'rejected' | 'failed') => hours.reduce((sum, hour) => sum + hour[key], 0);
  const errors = sumOf('rejected') + sumOf('failed');
  return (
    <Panel
      title="Requests per hour"
      beside={<CsvLink operation="listStoreRequestHours" query={{ tests }} list="requests per hour" />}
    >
      {data ? (
        <>
          <Text className="figure">
            {sumOf('requests').toLocaleString()}
            <Text span size="xs" c={errors > 0 ? 'var(--mantine-color-error)' : 'dimmed'} ml="xs">
              {errors === 0 ? 'no errors' : `${errors.toLocaleString()} ${errors === 1 ? 'error' : 'errors'}`}
            </Text>
          </Text>
          <BarChart
            caption="Requests per hour"
            heads={['Hour', 'Requests', 'Rejected', 'Failed']}
            bars={hours.map(toBar)}
            ends={['48 hours ago', '24 hours ago', 'Now']}
          />
        </>
      ) : (
        <Skeleton height={CHART_HEIGHT} />
      )}
    </Panel>
  );
}

/** Figure, bars and labels. */
const CHART_HEIGHT = 177;

function DurationsPanel({ state }: { state: TableState }) {
  const measured = useTestsIn({ ...state, query: state.applied });
  const { data } = useStoreList('getStoreRequestLatency', measured, 30_000).query;
  const bars = data?.distribution.map(({ up_to_ms: bound, requests }) => ({
    label: bound === null ? 'More' : `Up to ${durationText(bound)}`,
    good: requests,
  }));
  return (
    <Panel
      title="Response times"
      help={
        <Help about="response times">
          Requests of the list below, by the time that they took. p95: 95 % of them took this long or less.
        </Help>
      }
    >
      {data && bars ? (
        <>
          <Text className="figure">
            {data.overall ? durationText(data.overall.p50_ms) : '—'}
            <Text span size="xs" c="dimmed" ml="xs">
              median{data.overall && ` · p95 ${durationText(data.overall.p95_ms)}`}
            </Text>
          </Text>
          <BarChart
            caption="Response times"
            heads={['Time', 'Requests']}
            bars={bars}
            ends={['1 ms', '50 ms', '5 s +']}
          />
        </>
      ) : (
        <Skeleton height={CHART_HEIGHT} />
      )}
    </Panel>
  );
}
