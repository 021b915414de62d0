import { SimpleGrid, Skeleton, Stack } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import type { Overview, SetupStep } from '../activity-types.ts';
import { read } from '../api.ts';
import { Funnel } from '../components/overview/funnel.tsx';
import { AgentsPanel, Panel, RejectedCodesPanel, ZeroResultsPanel } from '../components/overview/panels.tsx';
import { PeriodPicker } from '../components/overview/period-picker.tsx';
import { SetupGuide } from '../components/overview/setup-guide.tsx';
import { ThreeAnswers } from '../components/overview/three-answers.tsx';
import { usePeriod } from '../components/overview/use-period.ts';
import { PageHeading } from '../components/page-heading.tsx';
import { QueryState } from '../components/query-state.tsx';
import { useSlug } from '../components/use-slug.ts';

const ActivityChart = lazy(async () => ({
  default: (await import('../components/charts/activity-charts.tsx')).ActivityChart,
}));
const RevenueChart = lazy(async () => ({
  default: (await import('../components/charts/activity-charts.tsx')).RevenueChart,
}));

export function OverviewPage() {
  const slug = useSlug();
  const period = usePeriod();
  const { from, to } = period;
  const overview = useQuery({
    queryKey: ['store', slug, 'overview', from, to],
    queryFn: () => read<Overview>(`/stores/${slug}/overview`, { from, to }),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });
  const setup = useQuery({
    queryKey: ['store', slug, 'setup'],
    queryFn: () => read<{ steps: SetupStep[] }>(`/stores/${slug}/setup`),
  });
  const steps = setup.data?.steps ?? [];
  return (
    <Stack gap="lg">
      <PageHeading title="Overview">
        <PeriodPicker period={period} />
      </PageHeading>
      <SetupGuide slug={slug} steps={steps} />
      <QueryState query={overview}>
        {(data) => (
          <>
            <ThreeAnswers slug={slug} overview={data} steps={steps} />
            <Details overview={data} />
          </>
        )}
      </QueryState>
    </Stack>
  );
}

function Details({ overview }: { overview: Overview }) {
  return (
    <>
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
        <Panel title="What agents did, day by day">
          <Suspense fallback={<Skeleton height={240} />}>
            <ActivityChart days={overview.by_day} />
          </Suspense>
        </Panel>
        <Panel title="Verified revenue, day by day">
          <Suspense fallback={<Skeleton height={240} />}>
            <RevenueChart days={overview.by_day} currency={overview.totals.currency} />
          </Suspense>
        </Panel>
        <Panel title="From search to order">
          <Funnel steps={overview.funnel} />
        </Panel>
        <AgentsPanel overview={overview} />
        <ZeroResultsPanel searches={overview.zero_result_searches} />
        <RejectedCodesPanel codes={overview.rejected_codes} />
      </SimpleGrid>
    </>
  );
}
