import { Code, Stack } from '@mantine/core';
import { useParams } from 'wouter';
import type { GetStoreSessionResponse } from '../../client/index.ts';
import { AgentName } from '../components/activity/agent-name.tsx';
import { BackTo } from '../components/activity/back-to.tsx';
import { stepInWords } from '../components/activity/buyer-step.tsx';
import { ContentPanel } from '../components/activity/content-panel.tsx';
import { Facts } from '../components/activity/facts.tsx';
import { OrderLink } from '../components/activity/order-link.tsx';
import { QuotedAndPaid, useOrderOf } from '../components/activity/quoted-and-paid.tsx';
import { PaymentState, SessionStatus } from '../components/activity/status-badge.tsx';
import { WhyFailed } from '../components/activity/why-failed.tsx';
import { AllRead } from '../components/all-read.tsx';
import { Instant } from '../components/instant.tsx';
import { PageTitle } from '../components/page-title.tsx';
import { Panel } from '../components/panel.tsx';
import { QueryView } from '../components/query-view.tsx';
import { shortId } from '../components/short-id.ts';
import { TimelinePanel } from '../components/timeline/timeline.tsx';
import { useStore, useStoreQuery } from '../store-context.ts';

export function Session() {
  const { slug } = useStore();
  const { id = '' } = useParams<{ id: string }>();
  const query = useStoreQuery('getStoreSession', { session_id: id }, { refetchInterval: 5_000 });
  const order = useOrderOf(query.data?.session);
  return (
    <>
      <BackTo path="/sessions" label="All sessions" />
      <PageTitle beside={query.data && <SessionStatus {...query.data.session} />}>
        {`Session ${shortId(id)}`}
      </PageTitle>
      <QueryView query={query}>
        {({ session, timeline }) => (
          <AllRead queries={[order]}>
            <Stack gap="md">
              {session.failure && <WhyFailed slug={slug} failure={session.failure} />}
              <Summary session={session} />
              <QuotedAndPaid session={session} />
              <TimelinePanel entries={timeline} />
              {session.failure === null && (
                <ContentPanel
                  content={asQuoted(session)}
                  {...(session.order_id === null ? {} : { title: 'Items as quoted to the agent' })}
                />
              )}
            </Stack>
          </AllRead>
        )}
      </QueryView>
    </>
  );
}

/** Lines are as quoted to the agent, and their sums with them. */
function asQuoted(session: GetStoreSessionResponse['session']) {
  return { ...session, currency: session.quoted_currency, totals: session.quoted_totals };
}

function Summary({ session }: { session: GetStoreSessionResponse['session'] }) {
  return (
    <Panel title="Summary">
      <Facts
        facts={[
          ['Agent', <AgentName key="agent" agent={session.agent} verified={session.agent_verified} />],
          ['Started', <Instant key="started" at={session.created_at} />],
          ['Last updated', <Instant key="changed" at={session.updated_at} />],
          ['Buyer', stepInWords(session)],
          ['Payment', <PaymentState key="payment" payment={session.payment} isPaid={session.order_paid} />],
          ['Order', <OrderLink key="order" id={session.order_id} />],
          ['ID', <Code key="id">{session.id}</Code>],
        ]}
      />
    </Panel>
  );
}
