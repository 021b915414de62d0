import { SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { lazy, type ReactNode, Suspense } from 'react';
import type { GetStoreOverviewResponse } from '../../client/index.ts';
import { CsvLink } from '../components/csv-link.tsx';
import { HealthPanel } from '../components/health/health-panel.tsx';
import { CartFunnel, Funnel } from '../components/overview/funnel.tsx';
import { AgentsPanel, RejectedCodesPanel, ZeroResultsPanel } from '../components/overview/panels.tsx';
import { PeriodPicker } from '../components/overview/period-picker.tsx';
import { SetupGuide } from '../components/overview/setup-guide.tsx';
import { ThreeAnswers } from '../components/overview/three-answers.tsx';
import { useDaysQuery, usePeriod } from '../components/overview/use-period.ts';
import { PageTitle } from '../components/page-title.tsx';
import { Panel } from '../components/panel.tsx';
import { QueryView } from '../components/query-view.tsx';
import { ShowTests, useTests } from '../components/show-tests.tsx';
import { PresentStatus } from '../components/store-status.tsx';
import { fetched } from '../lazy-page.ts';
import { useStore, useStoreQuery } from '../store-context.ts';

/** The charts are most of what this page weighs: they come after its figures. */
const charts = () => fetched(import('../components/charts/activity-charts.tsx'));
const ActivityChart = lazy(async () => ({ default: (await charts()).ActivityChart }));
const RevenueChart = lazy(async () => ({ default: (await charts()).RevenueChart }));

export function Overview() {
  const { slug } = useStore();
  const period = usePeriod();
  const { from, to } = period;
  const { tests } = useTests();
  const figures = useStoreQuery(
    'getStoreOverview',
    { from, to, tests },
    { keepPrevious: true, refetchInterval: 15_000 },
  );
  const setup = useStoreQuery('getStoreSetup', {}, { refetchInterval: 30_000 });
  const steps = setup.data?.steps ?? [];
  return (
    <>
      <PageTitle
        beside={<PresentStatus />}
        actions={
          <>
            <ShowTests />
            <PeriodPicker period={period} />
          </>
        }
      >
        Overview
      </PageTitle>
      <Stack gap="md">
        <HealthPanel onlyFaults />
        <SetupGuide slug={slug} steps={steps} />
        <QueryView query={figures}>
          {(overview) => (
            <>
              <ThreeAnswers slug={slug} overview={overview} steps={steps} />
              <Details overview={overview} />
            </>
          )}
        </QueryView>
      </Stack>
    </>
  );
}

/** Words in place of a chart whose lines would all lie at zero. */
function Chart({ isEmpty, children }: { isEmpty: boolean; children: ReactNode }) {
  if (isEmpty)
    return (
      <Text size="sm" c="dimmed">
        Nothing in this period yet.
      </Text>
    );
  return <Suspense fallback={<Skeleton height={240} />}>{children}</Suspense>;
}

function Details({ overview }: { overview: GetStoreOverviewResponse }) {
  const days = useDaysQuery(overview);
  return (
    <>
      <AgentsPanel overview={overview} />
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
        <Panel
          title="Agent activity by day"
          beside={<CsvLink operation="getStoreOverview" query={days} format="csv_by_day" list="by day" />}
        >
          <Chart isEmpty={overview.totals.searches + overview.totals.sessions + overview.totals.carts === 0}>
            <ActivityChart days={overview.by_day} />
          </Chart>
        </Panel>
        <Panel title="Verified revenue by day">
          <Chart isEmpty={overview.totals.orders_verified === 0}>
            <RevenueChart days={overview.by_day} currency={overview.totals.currency} />
          </Chart>
        </Panel>
        <Panel title="From hand-off to payment">
          <Chart isEmpty={overview.totals.sessions + overview.totals.carts === 0}>
            <Stack gap="xl">
              {overview.totals.sessions > 0 && <Funnel steps={overview.funnel} />}
              {overview.totals.carts > 0 && <CartFunnel carts={overview.cart_funnel} />}
            </Stack>
          </Chart>
        </Panel>
        <ZeroResultsPanel overview={overview} />
        <RejectedCodesPanel overview={overview} />
      </SimpleGrid>
    </>
  );
}
