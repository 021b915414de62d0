import { Code, Stack } from '@mantine/core';
import { useParams } from 'wouter';
import type { ListedCart } from '../../client/index.ts';
import { AgentName } from '../components/activity/agent-name.tsx';
import { BackTo } from '../components/activity/back-to.tsx';
import { ContentPanel } from '../components/activity/content-panel.tsx';
import { Facts } from '../components/activity/facts.tsx';
import { StatusBadge } from '../components/activity/status-badge.tsx';
import { Instant } from '../components/instant.tsx';
import { Link } from '../components/link.tsx';
import { PageTitle } from '../components/page-title.tsx';
import { Panel } from '../components/panel.tsx';
import { QueryView } from '../components/query-view.tsx';
import { shortId } from '../components/short-id.ts';
import { TimelinePanel } from '../components/timeline/timeline.tsx';
import { storePath, useStore, useStoreQuery } from '../store-context.ts';

export function Cart() {
  const { id = '' } = useParams<{ id: string }>();
  const query = useStoreQuery('getStoreCart', { cart_id: id });
  return (
    <>
      <BackTo path="/carts" label="All carts" />
      <PageTitle beside={query.data && <StatusBadge status={query.data.cart.outcome} />}>
        {`Cart ${shortId(id)}`}
      </PageTitle>
      <QueryView query={query}>
        {({ cart, timeline }) => (
          <Stack gap="md">
            <Panel title="Summary">
              <Facts
                facts={[
                  ['Agent', <AgentName key="agent" agent={cart.agent} verified={cart.agent_verified} />],
                  ['Created', <Instant key="created" at={cart.created_at} />],
                  ['Ordered', cart.ordered_at ? <Instant key="ordered" at={cart.ordered_at} /> : '—'],
                  ['Order', <OrderOf key="order" cart={cart} />],
                  ['Last updated', <Instant key="changed" at={cart.updated_at} />],
                  ['ID', <Code key="id">{cart.id}</Code>],
                ]}
              />
            </Panel>
            <ContentPanel content={cart} />
            {timeline && <TimelinePanel entries={timeline} />}
          </Stack>
        )}
      </QueryView>
    </>
  );
}

/** The shop's number of its first order, where it is known, which leads to the order. */
function OrderOf({ cart }: { cart: Pick<ListedCart, 'platform_order_id'> }) {
  const { slug } = useStore();
  const { platform_order_id: id } = cart;
  if (id === null) return '—';
  const number = id.slice(id.lastIndexOf('/') + 1);
  return <Link to={`${storePath(slug)}/orders?q=${number}`}>{`#${number}`}</Link>;
}
