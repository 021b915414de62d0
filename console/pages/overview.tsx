import { SimpleGrid, Stack } from '@mantine/core';
import type { GetStoreOverviewResponse } from '../../client/index.ts';
import { HealthPanel } from '../components/health/health-panel.tsx';
import { FunnelPanel } from '../components/overview/funnel.tsx';
import { Hero } from '../components/overview/hero.tsx';
import { AgentsPanel, RejectedCodesPanel, ZeroResultsPanel } from '../components/overview/panels.tsx';
import { PeriodPicker } from '../components/overview/period-picker.tsx';
import { TopAgents, TopProducts } from '../components/overview/rankings.tsx';
import { SetupGuide, ShowGuide } from '../components/overview/setup-guide.tsx';
import { usePeriod } from '../components/overview/use-period.ts';
import { Waiting } from '../components/overview/waiting.tsx';
import { PageTitle } from '../components/page-title.tsx';
import { QueryView } from '../components/query-view.tsx';
import { ShowTests, useTests } from '../components/show-tests.tsx';
import { PresentStatus } from '../components/store-status.tsx';
import { useStore, useStoreQuery } from '../store-context.ts';

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
        <QueryView query={setup}>
          {({ steps }) => (
            <QueryView query={figures}>
              {(overview) => {
                const isLive = steps.some(({ id, done }) => id === 'live' && done);
                const isWaiting = !isLive && overview.by_agent.length === 0;
                return (
                  <>
                    {isWaiting && <Waiting />}
                    <SetupGuide slug={slug} steps={steps} isFolded={!isWaiting} />
                    {!isWaiting && <Figures overview={overview} />}
                    <ShowGuide slug={slug} steps={steps} />
                  </>
                );
              }}
            </QueryView>
          )}
        </QueryView>
      </Stack>
    </>
  );
}

function Figures({ overview }: { overview: GetStoreOverviewResponse }) {
  return (
    <>
      <div className="hero-row">
        <Hero overview={overview} />
        <FunnelPanel overview={overview} />
      </div>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <TopAgents overview={overview} />
        <TopProducts overview={overview} />
        <ZeroResultsPanel overview={overview} />
        <RejectedCodesPanel overview={overview} />
      </SimpleGrid>
      <AgentsPanel overview={overview} />
    </>
  );
}
